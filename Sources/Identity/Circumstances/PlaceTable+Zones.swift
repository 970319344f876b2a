// Written by scripts/place-table from Debian's tzdata, zone.tab: in the public domain.

extension PlaceTable {
    /// The places that time zones are named for, some 400 in all countries.
    public static let zones = PlaceTable(
        entries: packed.split(separator: ";").compactMap { row in
            let parts = row.split(separator: ",")
            guard parts.count == 4, let latitude = Double(parts[1]), let longitude = Double(parts[2]) else { return nil }
            return Entry(latitude: latitude, longitude: longitude, country: String(parts[0]), name: String(parts[3]))
        }
    )

    private static let packed = """
        AD,42.50,1.52,Andorra;AE,25.30,55.30,Dubai;AF,34.52,69.20,Kabul;AG,17.05,-61.80,Antigua;\
        AI,18.20,-63.07,Anguilla;AL,41.33,19.83,Tirane;AM,40.18,44.50,Yerevan;AO,-8.80,13.23,Luanda;\
        AR,-34.60,-58.45,Buenos Aires;AR,-31.40,-64.18,Cordoba;AR,-24.78,-65.42,Salta;AR,-24.18,-65.30,Jujuy;\
        AR,-26.82,-65.22,Tucuman;AR,-28.47,-65.78,Catamarca;AR,-29.43,-66.85,La Rioja;AR,-31.53,-68.52,San Juan;\
        AR,-32.88,-68.82,Mendoza;AR,-33.32,-66.35,San Luis;AR,-51.63,-69.22,Rio Gallegos;AR,-54.80,-68.30,Ushuaia;\
        AS,-14.27,-170.70,Pago Pago;AT,48.22,16.33,Vienna;AU,-31.55,159.08,Lord Howe;AU,-54.50,158.95,Macquarie;\
        AU,-42.88,147.32,Hobart;AU,-37.82,144.97,Melbourne;AU,-33.87,151.22,Sydney;AU,-31.95,141.45,Broken Hill;\
        AU,-27.47,153.03,Brisbane;AU,-20.27,149.00,Lindeman;AU,-34.92,138.58,Adelaide;AU,-12.47,130.83,Darwin;\
        AU,-31.95,115.85,Perth;AU,-31.72,128.87,Eucla;AW,12.50,-69.97,Aruba;AX,60.10,19.95,Mariehamn;\
        AZ,40.38,49.85,Baku;BA,43.87,18.42,Sarajevo;BB,13.10,-59.62,Barbados;BD,23.72,90.42,Dhaka;\
        BE,50.83,4.33,Brussels;BF,12.37,-1.52,Ouagadougou;BG,42.68,23.32,Sofia;BH,26.38,50.58,Bahrain;\
        BI,-3.38,29.37,Bujumbura;BJ,6.48,2.62,Porto-Novo;BL,17.88,-62.85,St Barthelemy;BM,32.28,-64.77,Bermuda;\
        BN,4.93,114.92,Brunei;BO,-16.50,-68.15,La Paz;BQ,12.15,-68.28,Kralendijk;BR,-3.85,-32.42,Noronha;\
        BR,-1.45,-48.48,Belem;BR,-3.72,-38.50,Fortaleza;BR,-8.05,-34.90,Recife;BR,-7.20,-48.20,Araguaina;\
        BR,-9.67,-35.72,Maceio;BR,-12.98,-38.52,Bahia;BR,-23.53,-46.62,Sao Paulo;BR,-20.45,-54.62,Campo Grande;\
        BR,-15.58,-56.08,Cuiaba;BR,-2.43,-54.87,Santarem;BR,-8.77,-63.90,Porto Velho;BR,2.82,-60.67,Boa Vista;\
        BR,-3.13,-60.02,Manaus;BR,-6.67,-69.87,Eirunepe;BR,-9.97,-67.80,Rio Branco;BS,25.08,-77.35,Nassau;\
        BT,27.47,89.65,Thimphu;BW,-24.65,25.92,Gaborone;BY,53.90,27.57,Minsk;BZ,17.50,-88.20,Belize;\
        CA,47.57,-52.72,St Johns;CA,44.65,-63.60,Halifax;CA,46.20,-59.95,Glace Bay;CA,46.10,-64.78,Moncton;\
        CA,53.33,-60.42,Goose Bay;CA,51.42,-57.12,Blanc-Sablon;CA,43.65,-79.38,Toronto;CA,63.73,-68.47,Iqaluit;\
        CA,48.76,-91.62,Atikokan;CA,49.88,-97.15,Winnipeg;CA,74.70,-94.83,Resolute;CA,62.82,-92.08,Rankin Inlet;\
        CA,50.40,-104.65,Regina;CA,50.28,-107.83,Swift Current;CA,53.55,-113.47,Edmonton;\
        CA,69.11,-105.05,Cambridge Bay;CA,68.35,-133.72,Inuvik;CA,49.10,-116.52,Creston;CA,55.77,-120.23,Dawson Creek;\
        CA,58.80,-122.70,Fort Nelson;CA,60.72,-135.05,Whitehorse;CA,64.07,-139.42,Dawson;CA,49.27,-123.12,Vancouver;\
        CC,-12.17,96.92,Cocos;CD,-4.30,15.30,Kinshasa;CD,-11.67,27.47,Lubumbashi;CF,4.37,18.58,Bangui;\
        CG,-4.27,15.28,Brazzaville;CH,47.38,8.53,Zurich;CI,5.32,-4.03,Abidjan;CK,-21.23,-159.77,Rarotonga;\
        CL,-33.45,-70.67,Santiago;CL,-45.57,-72.07,Coyhaique;CL,-53.15,-70.92,Punta Arenas;CL,-27.15,-109.43,Easter;\
        CM,4.05,9.70,Douala;CN,31.23,121.47,Shanghai;CN,43.80,87.58,Urumqi;CO,4.60,-74.08,Bogota;\
        CR,9.93,-84.08,Costa Rica;CU,23.13,-82.37,Havana;CV,14.92,-23.52,Cape Verde;CW,12.18,-69.00,Curacao;\
        CX,-10.42,105.72,Christmas;CY,35.17,33.37,Nicosia;CY,35.12,33.95,Famagusta;CZ,50.08,14.43,Prague;\
        DE,52.50,13.37,Berlin;DE,47.70,8.68,Busingen;DJ,11.60,43.15,Djibouti;DK,55.67,12.58,Copenhagen;\
        DM,15.30,-61.40,Dominica;DO,18.47,-69.90,Santo Domingo;DZ,36.78,3.05,Algiers;EC,-2.17,-79.83,Guayaquil;\
        EC,-0.90,-89.60,Galapagos;EE,59.42,24.75,Tallinn;EG,30.05,31.25,Cairo;EH,27.15,-13.20,El Aaiun;\
        ER,15.33,38.88,Asmara;ES,40.40,-3.68,Madrid;ES,35.88,-5.32,Ceuta;ES,28.10,-15.40,Canary;\
        ET,9.03,38.70,Addis Ababa;FI,60.17,24.97,Helsinki;FJ,-18.13,178.42,Fiji;FK,-51.70,-57.85,Stanley;\
        FM,7.42,151.78,Chuuk;FM,6.97,158.22,Pohnpei;FM,5.32,162.98,Kosrae;FO,62.02,-6.77,Faroe;FR,48.87,2.33,Paris;\
        GA,0.38,9.45,Libreville;GB,51.51,-0.13,London;GD,12.05,-61.75,Grenada;GE,41.72,44.82,Tbilisi;\
        GF,4.93,-52.33,Cayenne;GG,49.45,-2.54,Guernsey;GH,5.55,-0.22,Accra;GI,36.13,-5.35,Gibraltar;\
        GL,64.18,-51.73,Nuuk;GL,76.77,-18.67,Danmarkshavn;GL,70.48,-21.97,Scoresbysund;GL,76.57,-68.78,Thule;\
        GM,13.47,-16.65,Banjul;GN,9.52,-13.72,Conakry;GP,16.23,-61.53,Guadeloupe;GQ,3.75,8.78,Malabo;\
        GR,37.97,23.72,Athens;GS,-54.27,-36.53,South Georgia;GT,14.63,-90.52,Guatemala;GU,13.47,144.75,Guam;\
        GW,11.85,-15.58,Bissau;GY,6.80,-58.17,Guyana;HK,22.28,114.15,Hong Kong;HN,14.10,-87.22,Tegucigalpa;\
        HR,45.80,15.97,Zagreb;HT,18.53,-72.33,Port-au-Prince;HU,47.50,19.08,Budapest;ID,-6.17,106.80,Jakarta;\
        ID,-0.03,109.33,Pontianak;ID,-5.12,119.40,Makassar;ID,-2.53,140.70,Jayapura;IE,53.33,-6.25,Dublin;\
        IL,31.78,35.22,Jerusalem;IM,54.15,-4.47,Isle of Man;IN,22.53,88.37,Kolkata;IO,-7.33,72.42,Chagos;\
        IQ,33.35,44.42,Baghdad;IR,35.67,51.43,Tehran;IS,64.15,-21.85,Reykjavik;IT,41.90,12.48,Rome;\
        JE,49.18,-2.11,Jersey;JM,17.97,-76.79,Jamaica;JO,31.95,35.93,Amman;JP,35.65,139.74,Tokyo;\
        KE,-1.28,36.82,Nairobi;KG,42.90,74.60,Bishkek;KH,11.55,104.92,Phnom Penh;KI,1.42,173.00,Tarawa;\
        KI,-2.78,-171.72,Kanton;KI,1.87,-157.33,Kiritimati;KM,-11.68,43.27,Comoro;KN,17.30,-62.72,St Kitts;\
        KP,39.02,125.75,Pyongyang;KR,37.55,126.97,Seoul;KW,29.33,47.98,Kuwait;KY,19.30,-81.38,Cayman;\
        KZ,43.25,76.95,Almaty;KZ,44.80,65.47,Qyzylorda;KZ,53.20,63.62,Qostanay;KZ,50.28,57.17,Aqtobe;\
        KZ,44.52,50.27,Aqtau;KZ,47.12,51.93,Atyrau;KZ,51.22,51.35,Oral;LA,17.97,102.60,Vientiane;LB,33.88,35.50,Beirut;\
        LC,14.02,-61.00,St Lucia;LI,47.15,9.52,Vaduz;LK,6.93,79.85,Colombo;LR,6.30,-10.78,Monrovia;\
        LS,-29.47,27.50,Maseru;LT,54.68,25.32,Vilnius;LU,49.60,6.15,Luxembourg;LV,56.95,24.10,Riga;\
        LY,32.90,13.18,Tripoli;MA,33.65,-7.58,Casablanca;MC,43.70,7.38,Monaco;MD,47.00,28.83,Chisinau;\
        ME,42.43,19.27,Podgorica;MF,18.07,-63.08,Marigot;MG,-18.92,47.52,Antananarivo;MH,7.15,171.20,Majuro;\
        MH,9.08,167.33,Kwajalein;MK,41.98,21.43,Skopje;ML,12.65,-8.00,Bamako;MM,16.78,96.17,Yangon;\
        MN,47.92,106.88,Ulaanbaatar;MN,48.02,91.65,Hovd;MO,22.20,113.54,Macau;MP,15.20,145.75,Saipan;\
        MQ,14.60,-61.08,Martinique;MR,18.10,-15.95,Nouakchott;MS,16.72,-62.22,Montserrat;MT,35.90,14.52,Malta;\
        MU,-20.17,57.50,Mauritius;MV,4.17,73.50,Maldives;MW,-15.78,35.00,Blantyre;MX,19.40,-99.15,Mexico City;\
        MX,21.08,-86.77,Cancun;MX,20.97,-89.62,Merida;MX,25.67,-100.32,Monterrey;MX,25.83,-97.50,Matamoros;\
        MX,28.63,-106.08,Chihuahua;MX,31.73,-106.48,Ciudad Juarez;MX,29.57,-104.42,Ojinaga;MX,23.22,-106.42,Mazatlan;\
        MX,20.80,-105.25,Bahia Banderas;MX,29.07,-110.97,Hermosillo;MX,32.53,-117.02,Tijuana;\
        MY,3.17,101.70,Kuala Lumpur;MY,1.55,110.33,Kuching;MZ,-25.97,32.58,Maputo;NA,-22.57,17.10,Windhoek;\
        NC,-22.27,166.45,Noumea;NE,13.52,2.12,Niamey;NF,-29.05,167.97,Norfolk;NG,6.45,3.40,Lagos;\
        NI,12.15,-86.28,Managua;NL,52.37,4.90,Amsterdam;NO,59.92,10.75,Oslo;NP,27.72,85.32,Kathmandu;\
        NR,-0.52,166.92,Nauru;NU,-19.02,-169.92,Niue;NZ,-36.87,174.77,Auckland;NZ,-43.95,-176.55,Chatham;\
        OM,23.60,58.58,Muscat;PA,8.97,-79.53,Panama;PE,-12.05,-77.05,Lima;PF,-17.53,-149.57,Tahiti;\
        PF,-9.00,-139.50,Marquesas;PF,-23.13,-134.95,Gambier;PG,-9.50,147.17,Port Moresby;PG,-6.22,155.57,Bougainville;\
        PH,14.59,120.97,Manila;PK,24.87,67.05,Karachi;PL,52.25,21.00,Warsaw;PM,47.05,-56.33,Miquelon;\
        PN,-25.07,-130.08,Pitcairn;PR,18.47,-66.11,Puerto Rico;PS,31.50,34.47,Gaza;PS,31.53,35.09,Hebron;\
        PT,38.72,-9.13,Lisbon;PT,32.63,-16.90,Madeira;PT,37.73,-25.67,Azores;PW,7.33,134.48,Palau;\
        PY,-25.27,-57.67,Asuncion;QA,25.28,51.53,Qatar;RE,-20.87,55.47,Reunion;RO,44.43,26.10,Bucharest;\
        RS,44.83,20.50,Belgrade;RU,54.72,20.50,Kaliningrad;RU,55.76,37.62,Moscow;UA,44.95,34.10,Simferopol;\
        RU,58.60,49.65,Kirov;RU,48.73,44.42,Volgograd;RU,46.35,48.05,Astrakhan;RU,51.57,46.03,Saratov;\
        RU,54.33,48.40,Ulyanovsk;RU,53.20,50.15,Samara;RU,56.85,60.60,Yekaterinburg;RU,55.00,73.40,Omsk;\
        RU,55.03,82.92,Novosibirsk;RU,53.37,83.75,Barnaul;RU,56.50,84.97,Tomsk;RU,53.75,87.12,Novokuznetsk;\
        RU,56.02,92.83,Krasnoyarsk;RU,52.27,104.33,Irkutsk;RU,52.05,113.47,Chita;RU,62.00,129.67,Yakutsk;\
        RU,62.66,135.55,Khandyga;RU,43.17,131.93,Vladivostok;RU,64.56,143.23,Ust-Nera;RU,59.57,150.80,Magadan;\
        RU,46.97,142.70,Sakhalin;RU,67.47,153.72,Srednekolymsk;RU,53.02,158.65,Kamchatka;RU,64.75,177.48,Anadyr;\
        RW,-1.95,30.07,Kigali;SA,24.63,46.72,Riyadh;SB,-9.53,160.20,Guadalcanal;SC,-4.67,55.47,Mahe;\
        SD,15.60,32.53,Khartoum;SE,59.33,18.05,Stockholm;SG,1.28,103.85,Singapore;SH,-15.92,-5.70,St Helena;\
        SI,46.05,14.52,Ljubljana;SJ,78.00,16.00,Longyearbyen;SK,48.15,17.12,Bratislava;SL,8.50,-13.25,Freetown;\
        SM,43.92,12.47,San Marino;SN,14.67,-17.43,Dakar;SO,2.07,45.37,Mogadishu;SR,5.83,-55.17,Paramaribo;\
        SS,4.85,31.62,Juba;ST,0.33,6.73,Sao Tome;SV,13.70,-89.20,El Salvador;SX,18.05,-63.05,Lower Princes;\
        SY,33.50,36.30,Damascus;SZ,-26.30,31.10,Mbabane;TC,21.47,-71.13,Grand Turk;TD,12.12,15.05,Ndjamena;\
        TF,-49.35,70.22,Kerguelen;TG,6.13,1.22,Lome;TH,13.75,100.52,Bangkok;TJ,38.58,68.80,Dushanbe;\
        TK,-9.37,-171.23,Fakaofo;TL,-8.55,125.58,Dili;TM,37.95,58.38,Ashgabat;TN,36.80,10.18,Tunis;\
        TO,-21.13,-175.20,Tongatapu;TR,41.02,28.97,Istanbul;TT,10.65,-61.52,Port of Spain;TV,-8.52,179.22,Funafuti;\
        TW,25.05,121.50,Taipei;TZ,-6.80,39.28,Dar es Salaam;UA,50.43,30.52,Kyiv;UG,0.32,32.42,Kampala;\
        UM,28.22,-177.37,Midway;UM,19.28,166.62,Wake;US,40.71,-74.01,New York;US,42.33,-83.05,Detroit;\
        US,38.25,-85.76,Louisville;US,36.83,-84.85,Monticello;US,39.77,-86.16,Indianapolis;US,38.68,-87.53,Vincennes;\
        US,41.05,-86.60,Winamac;US,38.38,-86.34,Marengo;US,38.49,-87.28,Petersburg;US,38.75,-85.07,Vevay;\
        US,41.85,-87.65,Chicago;US,37.95,-86.76,Tell City;US,41.30,-86.62,Knox;US,45.11,-87.61,Menominee;\
        US,47.12,-101.30,Center;US,46.84,-101.41,New Salem;US,47.26,-101.78,Beulah;US,39.74,-104.98,Denver;\
        US,43.61,-116.20,Boise;US,33.45,-112.07,Phoenix;US,34.05,-118.24,Los Angeles;US,61.22,-149.90,Anchorage;\
        US,58.30,-134.42,Juneau;US,57.18,-135.30,Sitka;US,55.13,-131.58,Metlakatla;US,59.55,-139.73,Yakutat;\
        US,64.50,-165.41,Nome;US,51.88,-176.66,Adak;US,21.31,-157.86,Honolulu;UY,-34.91,-56.21,Montevideo;\
        UZ,39.67,66.80,Samarkand;UZ,41.33,69.30,Tashkent;VA,41.90,12.45,Vatican;VC,13.15,-61.23,St Vincent;\
        VE,10.50,-66.93,Caracas;VG,18.45,-64.62,Tortola;VI,18.35,-64.93,St Thomas;VN,10.75,106.67,Ho Chi Minh;\
        VU,-17.67,168.42,Efate;WF,-13.30,-176.17,Wallis;WS,-13.83,-171.73,Apia;YE,12.75,45.20,Aden;\
        YT,-12.78,45.23,Mayotte;ZA,-26.25,28.00,Johannesburg;ZM,-15.42,28.28,Lusaka;ZW,-17.83,31.05,Harare
        """
}
