/* Fails only because its file is not there. */
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *settings = fopen("settings.txt", "r");
    assert(settings);
    return 0;
}
