/// How telephone numbers of one country code are built, as far as what people type is judged by it.
///
/// Facts of ITU-T E.164 (assigned country codes) and of the national numbering plans told to ITU (E.129), as of November 2026. Of a plan whose lengths vary
/// too widely to tell a missing digit (Germany, Austria, Luxembourg) no lengths are known, and any passes. `Areas/Register/phone.js` has the same table.
struct NumberingPlan: Sendable {
    /// The digits behind `+`.
    var code: String
    /// What is dialled before a number inside the country only: `0`, `8`, `06`; for Mexico the `1` that stood before mobile numbers until 2019; empty where nothing is.
    var trunk: String
    /// How many digits follow the country code; empty where that is not known.
    var lengths: Set<Int>
    /// The countries and territories that share the code, ISO 3166-1.
    var countries: [String]

    /// The plan of an international number without its `+`; `nil` where no country has such a code.
    static func of(digits: Substring) -> NumberingPlan? {
        (1...3).lazy.compactMap { byCode[String(digits.prefix($0))] }.first
    }

    /// The plan of a country, ISO 3166-1 in any case.
    static func of(country: String) -> NumberingPlan? {
        let country = country.uppercased()
        return all.first { $0.countries.contains(country) }
    }

    /// What follows the country code, without a trunk prefix that was written although it is dialled inside the country only.
    ///
    /// No number begins with 0 where that is the prefix; of other prefixes the length tells.
    func withoutTrunk(_ digits: Substring) -> Substring {
        guard !trunk.isEmpty, digits.hasPrefix(trunk) else { return digits }
        let rest = digits.dropFirst(trunk.count)
        return trunk == "0" || !lengths.contains(digits.count) && lengths.contains(rest.count) ? rest : digits
    }

    /// What would follow the country code of a number that was typed as it is dialled inside the country; `nil` where that is not sure.
    ///
    /// Without the trunk prefix only numbers of the full length are taken: others are dialled inside one town.
    func national(ofLocal digits: Substring) -> Substring? {
        if !trunk.isEmpty, digits.hasPrefix(trunk) {
            let rest = digits.dropFirst(trunk.count)
            if lengths.isEmpty ? rest.count >= 6 : lengths.contains(rest.count) { return rest }
        }
        guard let longest = lengths.max(), trunk != "0" || digits.first != "0" else { return nil }
        // A number of Russia or Kazakhstan that was begun with 8 and lacks a digit (8 916, 8 495, 8 812): no area code there is 88…, 89… or 849.
        guard trunk != "8" || !["88", "89", "849"].contains(where: { digits.hasPrefix($0) }) else { return nil }
        if trunk.isEmpty ? lengths.contains(digits.count) : digits.count == longest { return digits }
        let rest = digits.dropFirst(code.count)
        return digits.hasPrefix(code) && rest.count == longest ? rest : nil
    }

    static let countries = Set(all.flatMap(\.countries))

    private static let byCode = Dictionary(all.map { ($0.code, $0) }) { $1 }

    private static let all: [NumberingPlan] = table.split(separator: ";").compactMap { row in
        let parts = row.split { $0.isWhitespace }
        guard parts.count == 4 else { return nil }
        return NumberingPlan(
            code: String(parts[0]),
            trunk: parts[1] == "-" ? "" : String(parts[1]),
            lengths: Set(parts[2].compactMap(\.hexDigitValue)),
            countries: parts[3] == "-" ? [] : parts[3].split(separator: ",").map(String.init)
        )
    }

    /// Country code, trunk prefix, each length as a hexadecimal digit, countries; `-` where there is none.
    private static let table = """
        1 1 a US,AG,AI,AS,BB,BM,BS,CA,DM,DO,GD,GU,JM,KN,KY,LC,MP,MS,PR,SX,TC,TT,VC,VG,VI; 20 0 89a EG; 211 0 9 SS; 212 0 9 MA,EH;
        213 0 89 DZ; 216 - 8 TN; 218 0 9 LY; 220 - 79 GM; 221 - 9 SN; 222 - 8 MR; 223 - 8 ML; 224 - 89 GN; 225 - a CI; 226 - 8 BF;
        227 - 8 NE; 228 - 8 TG; 229 - a BJ; 230 - 78a MU; 231 0 789 LR; 232 0 8 SL; 233 0 89 GH; 234 0 abc NG; 235 - 8 TD; 236 - 8 CF;
        237 - 89 CM; 238 - 7 CV; 239 - 7 ST; 240 - 9 GQ; 241 - 78 GA; 242 - 9 CG; 243 0 789a CD; 244 - 9 AO; 245 - 79 GW; 246 - 7 IO;
        247 - 5 AC; 248 - 7 SC; 249 0 9 SD; 250 0 89 RW; 251 0 9 ET; 252 0 6789 SO; 253 - 8 DJ; 254 0 789a KE; 255 0 9 TZ; 256 0 9 UG;
        257 - 8 BI; 258 - 89 MZ; 260 0 9 ZM; 261 0 9 MG; 262 0 9 RE,YT; 263 0 79a ZW; 264 0 89 NA; 265 0 79 MW; 266 - 8 LS;
        267 - 78a BW; 268 - 8 SZ; 269 - 7 KM; 27 0 56789 ZA; 290 - 45 SH,TA; 291 0 7 ER; 297 - 7 AW; 298 - 6 FO; 299 - 6 GL;
        30 - abc GR; 31 0 789ab NL; 32 0 89 BE; 33 0 9 FR; 34 - 9 ES; 350 - 8 GI; 351 - 9 PT; 352 - - LU; 353 0 789a IE; 354 - 79 IS;
        355 0 6789 AL; 356 - 8 MT; 357 - 8 CY; 358 0 56789a FI,AX; 359 0 6789c BG; 36 06 89 HU; 370 0 8 LT; 371 - 8 LV; 372 - 78a EE;
        373 0 8 MD; 374 0 8 AM; 375 80 9a BY; 376 - 689 AD; 377 0 89 MC; 378 - 8a SM; 379 - - VA; 380 0 9 UA; 381 0 6789abc RS;
        382 0 89 ME; 383 0 89abc XK; 385 0 789 HR; 386 0 678 SI; 387 0 89 BA; 388 - - -; 389 0 8 MK; 39 - 6789abc IT; 40 0 69 RO;
        41 0 9 CH; 420 - 9 CZ; 421 0 679 SK; 423 0 79 LI; 43 0 - AT; 44 0 9a GB,GG,IM,JE; 45 - 8 DK; 46 0 6789 SE; 47 - 8 NO,SJ;
        48 - 9a PL; 49 0 - DE; 500 - 5 FK; 501 - 7b BZ; 502 - 8b GT; 503 - 78b SV; 504 - 8b HN; 505 - 8 NI; 506 - 8a CR; 507 - 78ab PA;
        508 0 69 PM; 509 - 8 HT; 51 0 89 PE; 52 1 a MX; 53 0 678a CU; 54 0 ab AR; 55 0 89ab BR; 56 - 9ab CL; 57 0 8ab CO; 58 0 a VE;
        590 0 9 GP,BL,MF; 591 0 89 BO; 592 - 7 GY; 593 0 89ab EC; 594 0 9 GF; 595 0 789ab PY; 596 0 9 MQ; 597 - 67 SR;
        598 0 6789abc UY; 599 - 78 CW,BQ; 60 0 89a MY; 61 0 6789ac AU,CC,CX; 62 0 789abcd ID; 63 0 689abcd PH; 64 0 89a NZ;
        65 - 8ab SG; 66 0 89ad TH; 670 - 78 TL; 672 - 6 NF; 673 - 7 BN; 674 - 7 NR; 675 - 78 PG; 676 - 57 TO; 677 - 57 SB; 678 - 57 VU;
        679 - 7b FJ; 680 - 7 PW; 681 - 69 WF; 682 - 5 CK; 683 - 47 NU; 685 - 567a WS; 686 0 58 KI; 687 - 6 NC; 688 - 567 TV;
        689 - 89 PF; 690 - 4567 TK; 691 - 7 FM; 692 1 7 MH; 7 8 a RU,KZ; 800 - 8 -; 808 - 8 -; 81 0 9abcd JP; 82 0 5689abcd KR;
        84 0 89a VN; 850 0 8a KP; 852 - 89 HK; 853 - 78 MO; 855 0 89a KH; 856 0 89a LA; 86 0 789abc CN; 870 - 9c -; 878 - c -;
        880 0 6789a BD; 881 - 9a -; 882 - 789abc -; 883 - 89abc -; 886 0 89ab TW; 90 0 7ac TR; 91 0 89abcd IN; 92 0 89ab PK; 93 0 9 AF;
        94 0 9 LK; 95 0 6789a MM; 960 - 7a MV; 961 0 78 LB; 962 0 89 JO; 963 0 89 SY; 964 0 89a IQ; 965 - 78 KW; 966 0 9a SA;
        967 0 789 YE; 968 - 789 OM; 970 0 89a PS; 971 0 56789abc AE; 972 0 789abc IL; 973 - 8 BH; 974 - 789b QA; 975 - 78 BT;
        976 0 89a MN; 977 0 8ab NP; 979 - - -; 98 0 a IR; 991 - - -; 992 - 9 TJ; 993 8 8 TM; 994 0 9 AZ; 995 0 9 GE; 996 0 9a KG;
        997 - - -; 998 - 9 UZ;
        """
}
