"""A German or French sentence of a rulebook -> the English one, in the words that the other modules here know.

No translation: only words that stand in rules, without accents. Names of the file stay as they are.
"""

from __future__ import annotations

import functools
import re
import unicodedata

_GERMAN = (
    ("(?:der |die )?jungste[rn]?(?: spieler(?:in)?)? (?:beginnt|fangt an)", "the youngest player begins"),
    ("(?:der |die )?alteste[rn]?(?: spieler(?:in)?)? (?:beginnt|fangt an)", "the oldest player begins"),
    ("genug", "enough"),
    ("an (?:jeden spieler|alle(?: spieler)?)", "to each player"),
    ("fur (?:jeden spieler|alle spieler)", "for each player"),
    ("jede[rmn] (?:andere|anderen) spieler|alle anderen(?: spieler)?", "each other player"),
    ("jede[rmn]? (?:spieler(?:in)?|mitspieler)|alle(?:n)? spielern?|jeder", "each player"),
    ("wirf (?P<x>.+) ab", r"discard \g<x>"),
    ("lege? (?P<x>.+) ab", r"discard \g<x>"),
    ("teile? (?P<x>.+) aus", r"deal \g<x>"),
    ("deckt? (?P<x>.+) auf", r"reveal \g<x>"),
    ("(?:der )?nachste spieler (?:ist|kommt) (?:dran|an der reihe|am zug)|dein zug endet", "your turn ends"),
    ("das spiel (?:endet|ist (?:zu ende|aus|vorbei))", "the game ends"),
    ("(?P<x>.+) (?:werden|wird) gemischt", r"shuffle \g<x>"),
    ("(?P<x>.+) mischen", r"shuffle \g<x>"),
    ("(?P<x>.+) ziehen", r"draw \g<x>"),
    ("mische?", "shuffle"),
    ("start(?:en|et|est) mit|beginn(?:en|t|st) mit", "starts with"),
    ("bekomm(?:e|t|st|en)|erhal(?:te|t|tst|ten)|nimmt|nehmen|gewinn(?:e|t|st|en)|zieh(?:t|st|en)", "gets"),
    ("verteile?", "deal"),
    ("gib|gebt", "give"),
    ("ziehe?", "draw"),
    ("nimm", "take"),
    ("(?:be)?zahl(?:e|t|st|en)?", "pay"),
    ("verlier(?:e|t|st|en)|gib(?:t|st) ab", "loses"),
    ("wurfle|wirf|wurfel[nt]|wurfeln", "roll"),
    ("lege?", "put"),
    ("setze?", "set"),
    ("erhohe? (?P<x>.+) um", r"increase \g<x> by"),
    ("verringe?re? (?P<x>.+) um", r"decrease \g<x> by"),
    ("(?:wenn|falls) du", "if you"),
    ("wenn|falls", "if"),
    ("sonst|ansonsten", "else"),
    ("du (?:hast|besitzt)", "you have"),
    ("hat|haben|besitzt", "has"),
    ("du", "you"),
    ("der aktive spieler|aktiver spieler", "the active player"),
    ("der spieler|die spielerin", "the player"),
    ("mit (?:den |dem |der )?(?P<x>meisten|wenigsten)", r"with \g<x>"),
    ("mindestens", "at least"),
    ("hochstens|maximal", "at most"),
    ("genau", "exactly"),
    ("(?:ist )?(?:grosser|mehr|hoher) als", "more than"),
    ("(?:ist )?(?:kleiner|weniger) als", "less than"),
    ("(?:ist|sind) (?P<n>nicht )?leer", r"is \g<n>empty"),
    ("enthalt", "contains"),
    ("ist|sind", "is"),
    ("nicht", "not"),
    ("keine?[nmrs]?", "no"),
    ("und", "and"),
    ("oder", "or"),
    ("munzen", "coins"),
    ("munze", "coin"),
    ("karten", "cards"),
    ("karte", "card"),
    ("punkten?", "points"),
    ("punkt", "point"),
    ("ablagestapel|ablage", "discard pile"),
    ("(?:nachzieh|zug)stapel|stapel", "deck"),
    ("(?:den|einen|mit dem) wurfel|wurfel", "a die"),
    ("aus der|aus dem|vom|von der|von dem|von|aus", "from"),
    ("(?:in|an|auf|zu|zur|zum|ins|aufs) (?:die|den|das|dem|der)|an|auf|zur|zum|ins", "to"),
    ("(?:in|auf) (?:deiner|der) hand", "in hand"),
    ("deine[rnms]?", "your"),
    ("eine[nmrs]?|ein", "a"),
    ("(?:der|das|den|dem)", "the"),
    ("die(?= [a-z])", "the"),
    ("bis", "to"),
    ("zwei", "2"),
    ("drei", "3"),
    ("vier", "4"),
    ("funf", "5"),
    ("sechs", "6"),
    ("sieben", "7"),
    ("acht", "8"),
    ("neun", "9"),
    ("zehn", "10"),
)
_FRENCH = (
    ("(?:le |la )?plus jeune(?: joueur| joueuse)? (?:commence|debute)", "the youngest player begins"),
    ("(?:le |la )?joueu(?:r|se) (?:le |la )plus (?:jeune|age) (?:commence|debute)", "the youngest player begins"),
    ("assez de", "enough"),
    ("la defausse", "the discard pile"),
    ("la pioche", "the deck"),
    ("a (?:chaque joueur|chacun|tous(?: les joueurs)?)", "to each player"),
    ("pour (?:chaque joueur|tous les joueurs)", "for each player"),
    ("(?:chaque autre joueur|tous les autres(?: joueurs)?|les autres(?: joueurs)?)", "each other player"),
    ("chaque joueur|tous les joueurs|les joueurs|chacun", "each player"),
    ("le joueur suivant joue|c'est au joueur suivant|votre tour se termine", "your turn ends"),
    ("la partie (?:se termine|est terminee|est finie)", "the game ends"),
    ("(?:melange[rz]?|battre|battez)", "shuffle"),
    ("commencent? avec|debutent? avec", "starts with"),
    ("recoi(?:t|s|vent)|recevez|gagne(?:s|z|nt)?|pioche(?:nt|s)|prend(?:s|nent)?|prenez", "gets"),
    ("distribue[rz]?|distribuer", "deal"),
    ("donne[rz]?", "give"),
    ("pioche[rz]?", "draw"),
    ("prendre", "take"),
    ("paye[rzs]?|paie[ns]?t?", "pay"),
    ("perd(?:ez|s|ent|re)?", "loses"),
    ("defausse[rz]?|defausser", "discard"),
    ("lance[rz]?", "roll"),
    ("pose[rz]?|place[rz]?", "put"),
    ("mett(?:re|ez)", "set"),
    ("ajoute[rz]?", "add"),
    ("marque[rz]?", "score"),
    ("augmente[rz]? (?P<x>.+) de", r"increase \g<x> by"),
    ("diminue[rz]? (?P<x>.+) de", r"decrease \g<x> by"),
    ("(?:vous avez|tu as)", "you have"),
    ("vous etes|tu es", "you are"),
    ("vous|tu", "you"),
    ("(?:le )?joueur actif", "the active player"),
    ("le joueur|la joueuse", "the player"),
    ("si", "if"),
    ("sinon", "else"),
    ("avec (?:le )?plus de", "with most"),
    ("avec (?:le )?moins de", "with least"),
    ("au moins", "at least"),
    ("au plus", "at most"),
    ("exactement", "exactly"),
    ("(?:est )?(?:superieure? a|plus grande? que|plus de)", "more than"),
    ("(?:est )?(?:inferieure? a|plus petite? que|moins de)", "less than"),
    ("(?:est|sont) vides?", "is empty"),
    ("(?:n'est|ne sont) pas vides?", "is not empty"),
    ("contient", "contains"),
    ("(?:est|sont)", "is"),
    ("et", "and"),
    ("ou", "or"),
    ("defausse", "discard pile"),
    ("pioche", "deck"),
    ("pieces", "coins"),
    ("piece", "coin"),
    ("cartes", "cards"),
    ("carte", "card"),
    ("(?:le |un )?de$", "the die"),
    ("(?:de la|du|de|depuis)", "from"),
    ("(?:a la|au|aux|sur|dans|vers|a)", "to"),
    ("banque", "bank"),
    ("(?:votre|ta|ton|vos|tes) main", "your hand"),
    ("votre|ta|ton|vos|tes", "your"),
    ("(?:une|un)", "a"),
    ("(?:le|la|les)", "the"),
    ("deux", "2"),
    ("trois", "3"),
    ("quatre", "4"),
    ("cinq", "5"),
    ("sept", "7"),
    ("huit", "8"),
    ("neuf", "9"),
    ("dix", "10"),
)
_LANGUAGES = {
    "de": (
        "jeder|jede|jedem|jeden|alle|spieler|bekommst|bekommt|erhalt|ziehe|nimm|verteile|teile|gib|zahle|du|hast|"
        "mische|mischen|wurfle|wirf|lege|setze|erhohe|wenn|falls|karten|karte|munzen|munze|der|mindestens|hochstens|"
        "ist|nicht|und|oder|sonst|werden|ein|eine|einen|zwei|drei|keine|das|bis|wurfel|wer|aktiver|stapel|ablagestapel"
    ),
    "fr": (
        "chaque|joueur|joueurs|tous|recoit|recois|recevez|chacun|distribuer|distribuez|donner|donnez|melanger|melangez|"
        "battre|payer|payez|vous|tu|prendre|prenez|piocher|piochez|defausser|defaussez|lancer|lancez|si|mettre|mettez|"
        "poser|posez|ajouter|ajoutez|marquez|avez|au|moins|est|et|ou|sinon|le|la|les|deux|trois|une|cartes|carte|"
        "diminuer|augmenter|actif|pile|defausse|pioche|vide|plus|joueurs"
    ),
}
_WORDS = {language: frozenset(words.split("|")) for language, words in _LANGUAGES.items()}


def plain(sentence: str) -> str:
    """Return a sentence without accents, so long as it was."""
    letters = (unicodedata.normalize("NFD", sign)[0] if sign.isalpha() else sign for sign in sentence)
    return "".join(letters).replace("\u2019", "'")


def in_english(sentence: str) -> str:
    """Return what a sentence says in English; as it is where it is in English already."""
    written = plain(sentence).replace("ß", "ss").replace("œ", "oe")
    words = frozenset(re.findall(r"[a-z]+", written.lower()))
    known = {language: len(words & theirs) for language, theirs in _WORDS.items()}
    language = max(known, key=lambda one: known[one])
    if not known[language]:
        return sentence if written == sentence.replace("ß", "ss") else written
    for pattern, english in _rows(language):
        written = pattern.sub(english, written)
    return " ".join(written.split())


@functools.cache
def _rows(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    rows = _GERMAN if language == "de" else _FRENCH
    return tuple((re.compile(rf"(?<![\w.])(?:{pattern})(?![\w.])", re.I), english) for pattern, english in rows)
