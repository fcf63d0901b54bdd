/// Names of languages, as people write them into files: in English and in the languages themselves.
enum LanguageNames {
    /// Codes of ISO 639-2/T by the names in small letters.
    static let codes: [String: String] = {
        var codes: [String: String] = [:]
        for row in names.split(separator: "\n") {
            let parts = row.split(separator: ":")
            for name in parts[1].split(separator: ",") { codes[String(name)] = String(parts[0]) }
        }
        return codes
    }()

    /// The names in English are those of ISO 639-2 and those in common use.
    private static let names = """
        aar:afar,qafar af
        abk:abkhazian,abkhaz,аҧсуа
        afr:afrikaans
        aka:akan
        amh:amharic,አማርኛ
        ara:arabic,العربية,عربي
        arg:aragonese,aragonés
        asm:assamese,অসমীয়া
        ava:avaric,avar,авар
        ave:avestan
        aym:aymara,aymar aru
        aze:azerbaijani,azeri,azərbaycan,azərbaycanca,azərbaycan dili
        bak:bashkir,башҡорт,башҡорт теле,башҡортса
        bam:bambara,bamanankan,bamanakan
        bel:belarusian,byelorussian,беларуская,беларуская мова
        ben:bengali,bangla,বাংলা
        bih:bihari
        bis:bislama
        bod:tibetan,བོད་སྐད་,བོད་ཡིག
        bos:bosnian,bosanski
        bre:breton,brezhoneg
        bul:bulgarian,български
        cat:catalan,valencian,català,valencià
        ces:czech,čeština,česky,český
        cha:chamorro,chamoru
        che:chechen,нохчийн,нохчийн мотт
        chu:church slavic,old church slavonic,old bulgarian
        chv:chuvash,чӑваш,чӑвашла
        cor:cornish,kernewek
        cos:corsican,corsu
        cre:cree
        cym:welsh,cymraeg
        dan:danish,dansk
        deu:german,deutsch
        div:divehi,dhivehi,maldivian,ދިވެހި,ދިވެހިބަސް
        dzo:dzongkha,རྫོང་ཁ་,རྫོང་ཁ
        ell:greek,modern greek,ελληνικά,ελληνικα
        eng:english
        epo:esperanto
        est:estonian,eesti,eesti keel
        eus:basque,euskara,euskera
        ewe:ewe,eʋegbe
        fao:faroese,føroyskt
        fas:persian,farsi,فارسی
        fij:fijian
        fin:finnish,suomi
        fra:french,français,francais
        fry:western frisian,frisian,frysk
        ful:fulah,fula,pulaar,fulfulde
        gla:scottish gaelic,gàidhlig
        gle:irish,gaeilge
        glg:galician,galego
        glv:manx,gaelg
        grn:guarani,avañe'ẽ,avañe’ẽ
        guj:gujarati,ગુજરાતી
        hat:haitian creole,haitian,kreyòl ayisyen,créole haïtien
        hau:hausa
        heb:hebrew,עברית
        her:herero,otjiherero
        hin:hindi,हिन्दी,हिंदी
        hmo:hiri motu
        hrv:croatian,hrvatski
        hun:hungarian,magyar
        hye:armenian,հայերեն
        ibo:igbo
        ido:ido
        iii:sichuan yi,liangshan yi,nuosu,ꆈꌠꉙ
        iku:inuktitut,ᐃᓄᒃᑎᑐᑦ
        ile:interlingue,occidental
        ina:interlingua
        ind:indonesian,indonesia,bahasa indonesia
        ipk:inupiaq,inupiat
        isl:icelandic,íslenska
        ita:italian,italiano
        jav:javanese,jawa,basa jawa
        jpn:japanese,日本語,にほんご
        kal:kalaallisut,greenlandic
        kan:kannada,ಕನ್ನಡ
        kas:kashmiri,कॉशुर,کٲشُر
        kat:georgian,ქართული
        kau:kanuri
        kaz:kazakh,қазақ,қазақша,қазақ тілі
        khm:khmer,central khmer,cambodian,ខ្មែរ,ភាសាខ្មែរ
        kik:kikuyu,gikuyu,gĩkũyũ
        kin:kinyarwanda,ikinyarwanda
        kir:kyrgyz,kirghiz,кыргызча,кыргыз тили
        kom:komi,коми
        kon:kongo,kikongo
        kor:korean,한국어,한국말,조선말
        kua:kuanyama,kwanyama
        kur:kurdish,kurdî,kurdî (kurmancî),کوردی
        lao:lao,ລາວ,ພາສາລາວ
        lat:latin,latina
        lav:latvian,latviešu
        lim:limburgish,limburgan,limburgs
        lin:lingala,lingála
        lit:lithuanian,lietuvių
        ltz:luxembourgish,letzeburgesch,lëtzebuergesch
        lub:luba-katanga,tshiluba
        lug:ganda,luganda
        mah:marshallese,kajin m̧ajeļ
        mal:malayalam,മലയാളം
        mar:marathi,मराठी
        mkd:macedonian,македонски
        mlg:malagasy
        mlt:maltese,malti
        mon:mongolian,монгол,монгол хэл
        mri:maori,māori,te reo māori
        msa:malay,melayu,bahasa melayu
        mya:burmese,myanmar,မြန်မာ,မြန်မာဘာသာ
        nau:nauru,nauruan
        nav:navajo,navaho,diné bizaad
        nbl:south ndebele
        nde:north ndebele,isindebele
        ndo:ndonga
        nep:nepali,नेपाली
        nld:dutch,flemish,nederlands,vlaams
        nno:norwegian nynorsk,nynorsk,norsk nynorsk
        nob:norwegian bokmål,bokmål,norsk bokmål
        nor:norwegian,norsk
        nya:nyanja,chichewa,chewa,chicheŵa
        oci:occitan,provençal
        oji:ojibwa,ojibwe
        ori:odia,oriya,ଓଡ଼ିଆ
        orm:oromo,oromoo,afaan oromoo
        oss:ossetian,ossetic,ирон
        pan:punjabi,panjabi,ਪੰਜਾਬੀ,پنجابی
        pli:pali
        pol:polish,polski
        por:portuguese,português,portugues
        pus:pashto,pushto,پښتو
        que:quechua,runasimi
        roh:romansh,rumantsch
        ron:romanian,moldavian,moldovan,română
        run:rundi,ikirundi,kirundi
        rus:russian,русский
        sag:sango,sängö
        san:sanskrit,संस्कृतम्,संस्कृत भाषा
        sin:sinhala,sinhalese,සිංහල
        slk:slovak,slovenčina,slovensky
        slv:slovenian,slovene,slovenščina
        sme:northern sami,north sámi,davvisámegiella
        smo:samoan,gagana sāmoa,gagana faʻa sāmoa
        sna:shona,chishona
        snd:sindhi,سنڌي
        som:somali,soomaali
        sot:southern sotho,sesotho
        spa:spanish,castilian,español,espanol,castellano
        sqi:albanian,shqip
        srd:sardinian,sardu
        srp:serbian,српски,srpski
        ssw:swati,swazi,siswati
        sun:sundanese,basa sunda
        swa:swahili,kiswahili
        swe:swedish,svenska
        tah:tahitian
        tam:tamil,தமிழ்
        tat:tatar,татар,татарча
        tel:telugu,తెలుగు
        tgk:tajik,тоҷикӣ
        tgl:tagalog,filipino,pilipino
        tha:thai,ไทย,ภาษาไทย
        tir:tigrinya,ትግርኛ
        ton:tongan,tonga,lea fakatonga
        tsn:tswana,setswana
        tso:tsonga,xitsonga
        tuk:turkmen,türkmen,türkmençe,türkmen dili
        tur:turkish,türkçe,turkce
        twi:twi
        uig:uyghur,uighur,ئۇيغۇرچە
        ukr:ukrainian,українська
        urd:urdu,اردو
        uzb:uzbek,o‘zbek,o'zbek,oʻzbek,ўзбек
        ven:venda,tshivenda,tshivenḓa
        vie:vietnamese,tiếng việt
        vol:volapük,volapuk
        wln:walloon,walon
        wol:wolof
        xho:xhosa,isixhosa
        yid:yiddish,ייִדיש,יידיש
        yor:yoruba,yorùbá,èdè yorùbá
        yue:cantonese,粵語,粤语,廣東話,广东话
        zha:zhuang,chuang,vahcuengh
        zho:chinese,mandarin,中文,汉语,漢語,普通话,國語,国语,華語
        zul:zulu,isizulu
        """
}
