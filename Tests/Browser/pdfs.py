"""PDFs for journeys: small, made here, each with what it is about."""


def pdf(*objects):
    """A file of objects, the first of which is the catalog."""
    text, offsets = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(text))
        text += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    return text + b"xref\n0 %d\n0000000000 65535 f \n%strailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, table, size, len(text))


def stream(content):
    return b"<</Length %d>>\nstream\n%s\nendstream" % (len(content), content)


PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"
KIDS = b"<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>"
WORDS = b"BT /F 24 Tf 40 520 Td (Lease of a small boat) Tj 0 -40 Td /F 12 Tf (SECRET-CLAUSE: the oars are extra.) Tj ET"


def lease(catalog=b"", words=WORDS):
    """Two pages with words on them."""
    return pdf(b"<</Type/Catalog/Pages 2 0 R%s>>" % catalog, KIDS.replace(b"3 0 R]", b"5 0 R]"), PAGE, stream(words), PAGE)


def printed():
    """A lease with printed lines for two people, and a second page that is nearly empty."""
    clauses = b" 0 -16 Td ".join(b"(%d. The tenant pays the rent, and leaves the boat as it was found.) Tj" % number for number in range(1, 12))
    words = (b"BT /F 20 Tf 40 540 Td (Lease of a small boat) Tj /F 11 Tf 0 -30 Td %s ET "
             b"BT /F 12 Tf 40 200 Td (Landlord: ______________________) Tj 0 -50 Td (Tenant: ______________________) Tj ET" % clauses)
    return lease(words=words)


def with_field(more=b""):
    """The lease with an empty field for a signature on its first page, and perhaps more words."""
    field = b"<</Type/Annot/Subtype/Widget/FT/Sig/T(Tenant)/Rect[40 60 240 130]/P 3 0 R/F 4>>"
    return pdf(b"<</Type/Catalog/Pages 2 0 R/AcroForm<</SigFlags 1/Fields[6 0 R]>>>>", KIDS.replace(b"3 0 R]", b"5 0 R]"), PAGE[:-2] + b"/Annots[6 0 R]>>",
               stream(WORDS + b" " + more), PAGE, field)


def certified():
    """One that its author certified and closed."""
    field = (b"<</FT/Sig/T(Author)/V<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>/Reference[<</TransformMethod/DocMDP"
             b"/TransformParams<</P 1>>>>]>>>>")
    return lease(b"/AcroForm<</SigFlags 3/Fields[%s]>>" % field)


def many_signed(count):
    """One with many signatures, none of which holds."""
    field = b"<</FT/Sig/T(S%d)/V<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 1 2 3]/Contents<00>>>>>"
    return lease(b"/AcroForm<</SigFlags 3/Fields[%s]>>" % b" ".join(field % number for number in range(count)))


def locked():
    """One that a password protects."""
    encrypt = b"/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<%s>/U<%s>>>/ID[<00><00>]/Root" % (b"0" * 64, b"0" * 64)
    return lease().replace(b"/Root", encrypt)


FINE = {"Lease.pdf": lease(), "Форма.pdf": lease(b"/AcroForm<</Fields[]/XFA 4 0 R>>"), "Closed.pdf": certified(), "Locked.pdf": locked(),
        "Cut.pdf": lease(words=WORDS + b" ")[:-40]}
WRONG = {"Photo.pdf": b"\x89PNG\r\n\x1a\n and so on", "Photo.jpg": b"\xff\xd8\xff\xe0 and so on", "Broken.pdf": b"%PDF-1.7\nnothing behind it", "Empty.pdf":
         pdf(b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[]/Count 0>>")}


def form():
    """A lease to be filled in: texts, boxes, choices, and a field for a signature that locks the name."""
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    state = b"<</Type/XObject/Subtype/Form/BBox[0 0 16 16]/Length %d>>\nstream\n%s\nendstream"
    mark = b"0 0 0 RG 2 w 3 3 m 13 13 l S"
    widget = b"/Type/Annot/Subtype/Widget/P 3 0 R/F 4"
    fields = [
        b"<<%s/FT/Tx/T(Name)/TU(Tenant name)/Ff 2/Rect[40 420 240 440]>>",
        b"<<%s/FT/Tx/T(Notes)/Ff 4096/Rect[40 340 240 400]>>",
        b"<<%s/FT/Tx/T(Code)/Ff 16777216/MaxLen 5/Rect[260 420 380 440]>>",
        b"<<%s/FT/Btn/T(Oars)/Rect[260 380 276 396]/AS/Off/AP<</N<</Yes 7 0 R/Off 8 0 R>>>>>>",
        b"<<%s/FT/Ch/T(Boat)/Ff 131072/Opt[(Skiff)(Canoe)(Dinghy)]/Rect[260 340 380 360]>>",
        b"<<%s/FT/Tx/T(Fixed)/Ff 1/V(17)/Rect[40 300 240 320]>>",
        b"<<%s/FT/Sig/T(Tenant)/Lock<</Type/SigFieldLock/Action/Include/Fields[(Name)]>>/Rect[40 60 240 130]>>",
    ]
    names = b" ".join(b"%d 0 R" % (9 + index) for index in range(len(fields)))
    catalog = b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[%s]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv %s>>>>>>>>" % (names, font)
    return pdf(catalog, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", PAGE[:-2] + b"/Annots[%s]>>" % names, stream(WORDS), font, font,
               state % (len(mark), mark), state % (0, b""), *[field % widget for field in fields])


def unlabelled():
    """A form whose fields have inner names only: one with a word printed at its left, one with nothing near."""
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
    widget = b"/Type/Annot/Subtype/Widget/P 3 0 R/F 4/FT/Tx/Ff 2"
    fields = [b"<<%s/T(topmostSubform[0].f1_01[0])/Rect[90 420 240 440]>>", b"<<%s/T(topmostSubform[0].f1_02[0])/Rect[90 200 240 220]>>"]
    catalog = b"<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[7 0 R 8 0 R]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv %s>>>>>>>>" % font
    return pdf(catalog, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", PAGE[:-2] + b"/Annots[7 0 R 8 0 R]>>",
               stream(b"BT /F1 12 Tf 40 425 Td (Name:) Tj ET"), font, font, *[field % widget for field in fields])
