import DemoBank

await BankProgram.run()
