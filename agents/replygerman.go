package agents

// What people say in German where something is open.
const (
	surelyGerman = "ja|jo|jep|jap|jawohl|ja klar|na klar|klar|natürlich|selbstverständlich|auf jeden fall|unbedingt|einverstanden|bin einverstanden|ich bin einverstanden|" +
		"gern|gerne|sehr gern|sehr gerne|aber gern|aber gerne|aber ja|aber sicher"
	gladlyGerman = "stimmt|stimmt so|richtig so|genau|genau so|okidoki|in ordnung|geht klar|von mir aus"
	actGerman    = "genehmigt|genehmige|genehmige ich|ich genehmige|ich genehmige es|ich genehmige das|ich genehmige den plan|genehmigt von mir|freigegeben|gebe ich frei|" +
		"das gebe ich frei|ich gebe frei|ich gebe es frei|ich gebe das frei|gib es frei|gib das frei|freigabe|freigabe erteilt|" +
		"bestätigt|ich bestätige|bestätige ich|mach|mach das|mach es|mach's|mach so|mach es so|mach das so|mach weiter|machen|machen sie das|machen sie es|" +
		"machen sie es so|machen wir|machen wir so|das machen wir|so machen wir's|so machen wir das|kannst du machen|können sie machen|umsetzen|so umsetzen|" +
		"setz es um|setz das um|setzen sie es um|setzen sie das um|leg los|legt los|legen sie los|los|los geht's|auf geht's|nur zu|weiter|weiter so|weitermachen|" +
		"fang an|starten|start|ausführen"
	praiseGerman = "passt|passt so|das passt|super|prima|perfekt|top|toll|klasse|wunderbar|sieht gut aus|sieht super aus|sieht toll aus|sieht perfekt aus|schaut gut aus|klingt gut|klingt super|" +
		"hört sich gut an|gefällt mir|geht in ordnung|ist super|ist perfekt|ist genehmigt|ist freigegeben"
	enoughGerman = "gut|gut so|sehr gut|alles gut|alles klar|ist gut|ist in ordnung|ist ok|ist okay"

	pleaseGerman = "bitte|bitte schön|bitte sehr"
	thanksGerman = "danke|danke dir|danke euch|danke ihnen|danke schön|dankeschön|danke sehr|vielen dank|vielen lieben dank|besten dank|herzlichen dank|lieben dank|" +
		"tausend dank|danke im voraus|vielen dank im voraus|danke für die hilfe"
	greetGerman  = "hallo|moin|servus|guten morgen|guten tag|guten abend"
	calledGerman = "ihr|team|leute"
	doneGerman   = "es|das|den plan|dann|jetzt|sofort|mal|einfach|so|damit|wie geplant|wie vorgeschlagen|wie gezeigt"
	leadsGerman  = "dann|einfach|na dann|dann mal"
	ownGerman    = "für mich|von mir|meinerseits|von meiner seite"
	wholeGerman  = "alles|beides|für alle|für alles|zu allem|zum plan|mit dem plan"
	topicGerman  = "der plan|plan|das|es|alles"
	andGerman    = "und"
	noGerman     = "natürlich nicht|auf jeden fall nicht|gar nicht|nein|nee|ne|nö|nein danke|lieber nicht|besser nicht|doch nicht|bitte nicht|nicht|nicht machen|nicht umsetzen|nicht ausführen|mach das nicht|mach es nicht|" +
		"machen sie das nicht|tu das nicht|auf keinen fall|keinesfalls|auf gar keinen fall|niemals|abgelehnt|ablehnen|lehne ich ab|ich lehne ab|ich lehne das ab|" +
		"verworfen|verwerfen|verwirf es|verwirf das|vergiss es|vergiss das|vergessen sie es|lass es|lass das|lass mal|lassen sie es|lassen wir das|lassen wir es|" +
		"kein interesse|nicht nötig|nicht genehmigt|nicht freigegeben|nicht einverstanden|bin dagegen|ich bin dagegen"
	stopGerman = "stopp|stop|halt|anhalten|sofort anhalten|halt an|halte an|halt das an|abbrechen|alles abbrechen|brich ab|brich das ab|brich es ab|brechen sie ab|abbruch|" +
		"aufhören|sofort aufhören|hör auf|hör auf damit|hört auf|hören sie auf|stoppen|stoppe das|stopp das|stopp alles|stoppe alles|alles stoppen|alles anhalten|" +
		"nicht weiter|nicht weitermachen|mach nicht weiter|lauf abbrechen|den lauf abbrechen"
	undoGerman = "rückgängig|rückgängig machen|mach rückgängig|mach das rückgängig|mach es rückgängig|mach's rückgängig|mach das wieder rückgängig|mach es wieder rückgängig|" +
		"machen sie das rückgängig|machen sie es rückgängig|alles rückgängig|alles rückgängig machen|mach alles rückgängig|wieder rückgängig|das rückgängig machen|" +
		"kannst du das rückgängig machen|kannst du alles rückgängig machen|die änderungen rückgängig machen|mach die änderungen rückgängig|" +
		"zurücknehmen|nimm das zurück|nimm es zurück|nimm das wieder zurück|nimm alles zurück|nehmen sie das zurück|die änderungen zurücknehmen|änderungen zurücknehmen|" +
		"zurückdrehen|dreh das zurück|zurücksetzen|setz das zurück|setz alles zurück|alles zurück"
	retryGerman = "nochmal|noch mal|nochmals|noch einmal|erneut|nochmal bitte|versuch's nochmal|versuch es nochmal|versuche es nochmal|versuch es noch einmal|versuche es noch einmal|" +
		"versuchen sie es noch einmal|probier's nochmal|probier es nochmal|probiere es nochmal|nochmal versuchen|noch einmal versuchen|nochmal probieren|erneut versuchen|" +
		"versuch es erneut|versuche es erneut|neuer versuch|noch ein versuch|wiederholen|wiederhole das|wiederhol das"
	defaultGerman = "egal|ist egal|mir egal|ist mir egal|das ist mir egal|ganz egal|völlig egal|entscheide du|entscheid du|entscheiden sie|du entscheidest|sie entscheiden|" +
		"wähl du|wähle du|wählen sie|such du aus|such dir was aus|such du was aus|such was aus|suchen sie aus|deine wahl|deine entscheidung|liegt bei dir|das liegt bei dir|" +
		"wie du willst|wie du magst|wie du meinst|wie sie meinen|wie sie möchten|was du für richtig hältst|was du für das beste hältst|was du meinst|" +
		"keine präferenz|keine vorliebe|hab keine präferenz|überrasch mich|überraschen sie mich|beliebig|irgendwas|nimm den standard|nimm die standardwerte|standardwerte|" +
		"überlasse ich dir|überlass ich dir|das überlasse ich dir|überlasse ich ihnen"
	idleGerman = "bitte|danke|danke dir|danke schön|vielen dank|mal|doch|dann|jetzt|gleich|sofort|es|das|den plan|der plan|so|einfach|also|hallo|guten morgen|ihr|team|für mich|" +
		"für alle|für alles|beides|alles|ach|oh|ups|sorry|wieder|und|bitte schön|hm"
)
