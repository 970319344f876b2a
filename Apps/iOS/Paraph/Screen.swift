import ParaphViewModels

/// What is shown over the first screen of an area.
enum Screen: Hashable {
    case document(ViewerModel.Source)
    case history(of: String)
    case settings(SettingsModel.Item)
    case request(String)
    case device(String)
    case deleteAccount
    case people(DocumentRow)
}
