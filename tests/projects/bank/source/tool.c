/* Another program of the project, with a main of its own. */
int main(void) { return 1; }
