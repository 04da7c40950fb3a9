// Starts `trailhound debug` in the folder of the workspace.
const vscode = require("vscode");

exports.activate = function (context) {
  const factory = {
    createDebugAdapterDescriptor(session) {
      const { command = "trailhound" } = session.configuration;
      const cwd = session.workspaceFolder?.uri.fsPath;
      return new vscode.DebugAdapterExecutable(command, ["debug"], { cwd });
    },
  };
  context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory("trailhound", factory));
};
