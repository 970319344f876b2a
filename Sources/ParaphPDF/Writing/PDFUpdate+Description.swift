extension PDFUpdate {
    /// Adds the catalog and what says of a new file what it is: for programs of today in XMP, and for older ones in the trailer's /Info.
    mutating func describe(_ description: PDFDocument.Description, pages: PDFReference) {
        var stream = PDFDictionary()
        stream["Type"] = .name("Metadata")
        stream["Subtype"] = .name("XML")
        // Not compressed, so that programs that read no PDF find it (14.3.2).
        let metadata = add(.stream(PDFStream(stream, data: PDFBytes(description.xmp))))
        var preferences = PDFDictionary()
        preferences["DisplayDocTitle"] = .boolean(true)
        var catalog = PDFDictionary()
        catalog["Type"] = .name("Catalog")
        catalog["Pages"] = .reference(pages)
        catalog["Lang"] = .string(PDFString(text: description.language))
        catalog["Metadata"] = .reference(metadata)
        catalog["ViewerPreferences"] = .dictionary(preferences)
        trailer["Root"] = .reference(add(.dictionary(catalog)))
        var info = PDFDictionary()
        info["Title"] = .string(PDFString(text: description.title))
        info["Author"] = .string(PDFString(text: description.author))
        info["Creator"] = .string(PDFString(text: description.creator))
        info["Producer"] = .string(PDFString(text: "Paraph"))
        info["CreationDate"] = .string(PDFString(description.date))
        trailer["Info"] = .reference(add(.dictionary(info)))
        let id = PDFObject.string(PDFString(description.id, isHexadecimal: true))
        trailer["ID"] = .array([id, id])
    }
}

extension PDFDocument.Description {
    /// The moment as PDFs write dates (7.9.4).
    fileprivate var date: [UInt8] {
        Array("D:".utf8) + createdAt.utf8.filter { (48...57).contains($0) }.prefix(14) + Array("Z".utf8)
    }

    /// The same as XMP (ISO 16684-1).
    fileprivate var xmp: [UInt8] {
        var text = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
        text += "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
        text += "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" "
        text += "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">\n"
        text += "<dc:format>application/pdf</dc:format>\n"
        text += "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">\(Self.escaped(title))</rdf:li></rdf:Alt></dc:title>\n"
        text += "<dc:creator><rdf:Seq><rdf:li>\(Self.escaped(author))</rdf:li></rdf:Seq></dc:creator>\n"
        text += "<dc:language><rdf:Bag><rdf:li>\(Self.escaped(language))</rdf:li></rdf:Bag></dc:language>\n"
        text += "<xmp:CreatorTool>\(Self.escaped(creator))</xmp:CreatorTool>\n<xmp:CreateDate>\(Self.escaped(createdAt))</xmp:CreateDate>\n"
        text += "<pdf:Producer>Paraph</pdf:Producer>\n</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>"
        return Array(text.utf8)
    }

    /// Text as XML has it; what XML has not is left out.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "&": result += "&amp;"
            case _ where scalar.value < 32 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
