import App

await ProgramExit.run()
