extension CommonPasswords {
    /// The words that most common passwords are made of: what is on every public list of them, names, teams, what people
    /// love and what lies side by side on keyboards. In lower case, ordered.
    static let words: StaticString = """
        1a2b3c 1a2b3c4d 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz 1qaz2wsx 1qaz2wsx3edc a1b2c3 a1b2c3d4
        a1s2d3f4 aaa aaron abc abc123 abcabc abcd abcd1234 abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij
        abigail abracadabra access access14 acdc achilles adam addie admin admin123 adminadmin administrateur
        administrator administrator1 adobe africa agent007 ahmed aicha aladdin alain alan alaska albator albert
        alberto alejandra alejandro alex alexa alexander alexandre alexis algerie ali alice alien aliens
        allezlesbleus allezlom alsace always amanda amazon amber america american amiens amis amour amy anaconda
        anakin ananas andrea andres andrew android android1 andy ange angel angel1 angela angels angers ann anna
        annie anniversaire anonymous ant antelope anthony antoine antonio aout apartment apollo apollo11 apple
        apples april aragorn argent argentina army arsenal arthur asd asd123 asdasd asdf asdfg asdfgh asdfghj
        asdfghjk asdfghjkl ashley asshole asterix asteroid astronaut athena atlanta atomic audi august austin
        australia automne autumn ava avengers avril azerty azerty123 azertyu azertyui azertyuiop babe baby
        babybaby babyboy babygirl bacon badboy badger badgirl bailey bambi banana banane barbara barbie barcelona
        barracuda bart baseball baseball1 basketball bass bastard batard batman batman1 bayern beach bear bears
        beatles beautiful beauty beaver bebe bebou beckham becky bee beer beethoven beijing bella belle ben
        benjamin benny berlin bernard bernie besancon bestfriend betty beverly beyblade beyonce bible bicycle
        bienvenue biere bigboss bigdaddy bigdog bighead bigmac bigred bigtits bill billy bingo bird birthday bison
        bitch bitches bitcoin black blackjack blacksabbath blahblah blanc blessed blessing bleu blink123 blink182
        blockchain blue blues bmw bob bobby bobcat bobobo bodybuilding bonbon bond bonheur bonjour bonnie boobs
        boots bordeaux boss boston bourgogne boxer boxing brad brain brandon brasil braves brazil brenda bretagne
        brian brittany brooklyn brother bruce bryan buddy buffalo bugsbunny bull bulls bullshit bunny bureau
        burger bush business buster buster1 butter butterfly caca cacahuete caen caesar cafe cake california
        camaro camel camelot cameroun camila camille camion canada candy capitaine captain car caramel carl carlos
        carol carolina carolyn cars cash casino casper castro cat catfish catherine cats catwoman celtic celtics
        chad champion champions chance changeme changez chaos charizard charles charlie charlotte chat chatgpt
        chaton chatte che cheese cheetah chef chelsea cheri cherie cherry cheryl cheval chevrolet chevy chewbacca
        chicago chicken chico chief chien chile china chloe chocolat chocolate chouchou choupette chris christ
        christian christina christine christmas christophe christopher chrome church churchill ciao ciel
        cinderella cindy cisco citroen clara claudia clement cleopatra clermont clinton cloud cobra cocacola
        cochon cock coco cocolapin coconut coder coeur coffee college colombia comet company computer connard
        connie cookie cookies cooking cool cooldude coolguy coolman cooper copper cortana corvette cosmos coucou
        cougar couilles counter counterstrike coupedumonde cow cowboy cowboy1 cowboys cowgirl coyote crab cracker
        crazy crossfit crow crypto crystal cupcake cutie cutiepie cyber cyberpunk cycling cynthia daddy daffy
        daisy dakota dallas dan danger daniel daniela danielle danny dark darkness darkside darthvader darwin
        database dave david davinci dead death debian deborah debra december decembre deepblue deer default delhi
        demo demon denise dennis denny denver detroit deutschland developer devil diablo diamant diamond diana
        diane dick diego digimon dijon dimanche dina disco discord disney docteur doctor dodge dodgers dog
        dogecoin doggy dogs dollar dollars dolly dolphin dolphins donald donkey donna donny doom doris dorothy
        doudou douglas dragon dragon1 dragonball dragons drummer ducati duck duke dumb dumbledore dumbo dupont
        durand dylan eagle eagles eagles1 earth easter ecole eddie edison eduardo edward eeyore egypt einstein
        electron elephant elijah elizabeth ella elvis emerald emily eminem emma emmy encule energy engineer
        england enterprise enzo equipedefrance eric ernie espana ethan ethereum etoile etudiant eugene eva evelyn
        evernever everton evil excalibur explorer facebook faith falcon famille family fanny father fatima
        february federer fedora felix fernanda fernando ferrari fevrier fifi fighter fire firefighter firefox
        fireman firewall fish fishing fitness flam flamingo flash fleur flores florian florida flower flowers
        fluffy football football1 ford forest foret forever forget forgotten formula fortnite fraise francais
        france frances francisco francois frank freddy frederic freedom french friday friend friends frodo frog
        fromage fuck fucker fucking fuckme fuckoff fuckyou funny fusion future gabriel gabriela galaxy galileo
        gambling gameboy gamer gaming gandalf gandhi gangsta gangster garcia garden garfield gary gaston genie
        genius george georgia gerald germany ghost giants gina ginger giraffe gladiator gloria gmail goat god
        godisgood goku golang gold golden goldorak golf golfer gollum gonzalez goodboy goodgirl goofy google goose
        gorgeous gorilla grace gravity green greenday greg gregory grenoble gryffindor guerre guest guevara
        guillaume guitar gym hack hacked hacker hacking haddock hades hahaha hal9000 halflife hallo halloween halo
        hamburger hamster handsome hannah hansolo happiness happy harley harley1 harleydavidson harold harrypotter
        hawaii hawk heather heaven helen hell hello hello123 hellokitty helpdesk helpme henry hercules hermione
        hernandez hihihi hiphop hiver hobbit hockey hockey1 hocuspocus hogwarts hola holly hollywood holmes holy
        home homer homersimpson honda honey honeybee horny horse horses hostmaster hotboy hotdog hotgirl hotmail
        hotstuff hottie house houston hugo hulk hunter hunter1 hunting hurricane hyena iamgod iamtheboss ice
        iceman icloud idiot ihateyou ilovegod ilovejesus iloveme iloveu iloveyou iluvu india ines inferno insane
        instagram intermilan internet ipad iphone iron ironmaiden ironman isabel isabella island istanbul italia
        italy itunes iverson jack jackal jackpot jacob jacqueline jacques jaguar jake james jamesbond janet janice
        january janvier japan jardin jasmine jason jaune java javascript jazz jean jedi jeep jeff jeffrey jennifer
        jenny jeremy jerry jersey jess jesse jessica jesus jesuschrist jetaime jetaimes jeudi jim jimmy joan joe
        john johncena johnny joker jonathan jordan jordan23 jorge jose joseph josh joshua joyce jtaime jtm juan
        judith judo judy juillet juin jules julia juliana julie julien juliette july june jupiter justin juventus
        kangaroo karate karen karim kate katherine kathleen kathryn katie kawasaki kayla keith kelly kennedy
        kenneth kenny kenobi kevin kiki killer killer1 kimberly king kings kirikou kirk kitchen kitkat kitten
        kitty knight knockout koala kobe kobe24 korea korn kotlin kurt kyle lady ladybug lagaffe lake lakers
        lakers24 lalala lamb lamborghini lancelot lapin laptop larry laser lasvegas laugh laura lauren laurent
        lavender lawrence lawyer lea lebron lebron23 ledzeppelin legolas leia leila lemon lena lenin lenny leo
        leopard letme letmein letmein1 liberte liberteegalite liberty licorne light lightning lille lilly lily
        lime limoges lincoln linda linkedin linkinpark linux lion lions lisa liverpool lizard lkjhgfdsa lobster
        logan login loki lola lolita lolo london londres lopez lori lorraine loser loto lottery lotto louis louise
        loulou love lovelove loveme lover lovers loveyou lucas lucie lucifer lucky lucky7 luckyone lucy luffy
        luigi luis luke lulu lundi lune luther lynx lyon macbook macintosh maddie madison madonna mafia maggie
        magic magical magician maison malcolm mama maman mamba mamour manager manchester mandela mandy mango manon
        manuel march mardi margaret maria mariana marianne marie marilyn marine marines mario mark maroc mars
        marseille martha martin martinez martinluther mary mason master master1 masters mathieu mathilde matrix
        matrix1 matt matthew maverick max maxime mbappe mdp megadeth megan megatron melbourne melissa melon mental
        mer mercedes merci mercredi mercury merde merlin messi messi10 metal metallica metallica1 meteor metz
        mexico mia miami michael michael1 michaeljordan michel michelle mickey microsoft midnight miguel mike
        milan millionaire milly milou mimi minecraft minnie minou minouche missy misty mlkjhgfdsq mnbvcxz mohamed
        mohammed molly mommy monaco monamour monday money monica monkey monkey1 monster monsters montagne montana
        montreal moon moose morpheus moscow motdepasse mother mountain mouse mozart mufasa muffin mule mulhouse
        mumbai mummy muscle music musique mustang mustang1 mybabies mybaby mycat mydog mylife mylove myname mypass
        mypassword mypony myself myspace mysql mystery mystic nadal nadia naked nala nana nanana nancy nantes
        napoleon naruto nasa natalia natalie nathan navy nebula neddy nelly nemo neo neptune netflix network
        neutron never nevermind newton newyear newyork neymar nicholas nick nicolas nicole night nimes nina ninja
        nintendo nique niquetamere nirvana nirvana1 nissan noah nobody noel noir nokia noname none nopass
        nopassword normandie nothing nothing1 nounours november novembre nuclear nurse nutella obama obelix ocean
        oceane october octobre octopus odin office oliver olivia olivier olympique olympiquelyonnais onepiece
        openai opensesame opera optimus oracle orange orbit orchid orleans oscar otter outlaw outlook owl ox
        oyster ozzy p@ssw0rd pa55w0rd pa55word pablo packers pacman paddy paix pakistan pamela pammy panda panther
        papa papillon paradis paradise paris parrot pass pass123 passcode passe passer passpass passphrase
        passw0rd passw0rd1 password password1 passwort past pasta patches patricia patrick patriots paul pauline
        peace peach peaches peacock peanut pearl pelican penguin penny pepper pepsi perez perl perpignan peru
        peter petit peugeot phantom philadelphia philip philippe phoenix photon photoshop piano picard picasso
        pierre pig pigeon piglet pikachu pilot pineapple pink pinkfloyd pinkpanther pipi piranha pirate pirates
        pizza plage plasma platinum player player1 playstation please pluto poiuyt poiuytrewq pokemon pokemon1
        poker police policeman polly pony poodle poohbear popeye popo porn porsche poseidon postgres postmaster
        potter poulet poussin power powerful powerrangers precious predator presley presto pretty prince princess
        princess1 princesse printemps professor programmer proton provence psg psycho puma pumbaa pumpkin puppy
        purple pussy putain python q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qsdf qsdfg qsdfgh qsdfghjkl
        qsdfghjklm quake quantum quebec queen quentin qwe qwe123 qweasd qweasdzxc qweqwe qwer qwerasdf qwerty
        qwertyu qwertyui qwertyuiop qwertz qwertzui qwertzuiop rabbit racer rachel rachid racing raiders rain
        rainbow ralph rambo ramirez rammstein randy ranger rangers raphael rat raven raymond reagan realmadrid
        rebecca rebel red redbull redhat redskins redsox reggae reims remember remy renault rennes ricardo rich
        richard rihanna riri river rob robert roberto robin robot robotics robots rock rockbottom rocket rocknroll
        rockstar rocky rodriguez roger roma romain rome ronald ronaldo ronaldo7 ronny rooney rooster root root123
        rootroot rose roses rosie rouen rouge roulette router roy royal ruby rugby runner running russell russia
        rust rusty ruth ryan sadie safari sally salmon salope salut sam samantha samedi samir sammie sammy samsung
        samuel samurai sanchez sandra sandy sapphire sara sarah sassy sasuke satan satellite saturday saturn
        school schtroumpf scooby scoobydoo scorpion scott scruffy sea seal sean seattle sebastien secret secrets
        secure security senegal september septembre server service sesame sesameouvre sesameouvretoi sex sexy
        sexyboy sexygirl shadow shadow1 shadows shakespeare shakira shaq shark sharon shazam sheep shelly sherlock
        shirley shit shrek shrimp shuttle signin silver simba simpson simpsons simsalabim siri sister sith skate
        skateboard skater skeleton ski skiing skippy skull sky skynet skywalker slayer slipknot slut slytherin
        smile smiley smiling smokey snake snapchat sniper snoopy snow snowball snowboard snowflake soccer soccer10
        socks sofia solaris soldat soldier soleil soleil123 sonic sony sophia sophie souris spaceship spain spanky
        sparky sparrow spartan spider spiderman spike spirit spirou spock spongebob spring sqlserver squid
        squidward stalin star starcraft stargate stars startrek starwars steel steelers steelers1 stephane
        stephanie stephen steve steven stonecold storm stranger strasbourg strawberry strength strong student
        stupid success sugar summer sun sunday sunflower sunrise sunset sunshine superadmin superman superman1
        superuser support surfer surfing susan suzuki sweet sweetheart sweethome sweetie sweetpea sweety swift
        swimming switch sydney sylvester sysadmin system taco tammy tata tea teacher techno teddy temp temporary
        tennis tequila teresa terminator terminator1 terry tesla test test1 test123 tester testing testtest tetris
        texas thankyou theo thepassword theresa thibault thomas thor thunder thunder1 thundercats thursday tiger
        tigers tigers1 tigger tiktok tilly tim timmy timon timothy tina tinkerbell tintin titeuf titi tits toby
        today tokyo tom tommy tomorrow tonton tony tornado toronto torres toto tototo tottenham toujours toulon
        toulouse tours toutou toyota trance transformers tree tricolore trinity triplehblahblah trout truck
        trucker trump trustme trustno1 tuesday tulip tuna tunisie turkey turquoise turtle tweety twitter tyler
        ubuntu ufc undertaker unicorn united universe university unix uranus usa user user123 useruser vader
        valentin valentina vampire vanille vegas vegeta vendredi venus vert victoria victory viking vincent vinci
        violet viper virginia vivelafrance vodka voldemort volkswagen voltron voyager wallet walrus walter war
        warcraft warrior washington water watson wayne webmaster wednesday welcome welcome1 wendy werewolf whale
        whatever whiskers whiskey whisky white whocares whore william willie willy windows winner winners winnie
        winter witch wizard wolf wolverine wolves workout wrestling wsxedc wwe wxcvbn xbox xyz yahoo yamaha
        yankees yankees1 yasmine yellow yesterday yoda youtube yugioh zachary zaq12wsx zaq1xsw2 zaq1zaq1 zebra
        zelda zeus zidane zizi zoe zombie zombies zozo zxc zxc123 zxcv zxcvb zxcvbn zxcvbnm zxczxc
        """
}
