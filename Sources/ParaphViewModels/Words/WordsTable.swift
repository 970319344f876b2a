/// The texts of each language, as `scripts/words` takes them out of the catalogue.
nonisolated enum WordsTable {}
