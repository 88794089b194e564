// What the page says, by language; each word is in both.
const WORDS = {
  en: {
    token: "Admins' token", yourName: "Your name, for the log", comeIn: "Come in", leave: "Leave",
    tokenHint: "It lies in the data folder of the server (admin-token). It stays in this tab and is gone when you close it.",
    reports: "Reports", people: "People", sanctions: "Sanctions", rooms: "Rooms", lobby: "Lobby", audit: "Audit",
    nothing: "Nothing here.", all: "All", onlyOpen: "Open only", by: "by", about: "about", inLobby: "in the lobby", inRoom: "in room",
    resolve: "Dealt with", note: "What was done", resolvedBy: "Dealt with by", chat: "Chat", name: "Name", cheating: "Cheating",
    spoiling: "Spoiling games", other: "Other", find: "Name, or player id", search: "Search", doing: "Doing", player: "Player",
    claimed: "claimed", bot: "bot", mute: "Mute", ban: "Ban", warn: "Warn", lift: "Lift", look: "Look", minutes: "For how long",
    why: "Why (told to the person)", reason: "Why", text: "Text", hour: "1 hour", day: "1 day", week: "1 week", month: "30 days", ever: "Until lifted",
    banRange: "Ban a range of addresses", network: "Address or range, 203.0.113.0/24", whom: "Whom", kind: "What", until: "Until", admin: "Admin",
    when: "When", range: "range", game: "Game", room: "Room", seats: "Seats", phase: "Phase", watchers: "Watching", close: "Close", kick: "Send out",
    closeRoom: "Close the room", seat: "Seat", free: "free", away: "away", left: "left", back: "Back", hide: "Hide", hidden: "hidden",
    readOnly: "Only admins write in the lobby", slow: "Seconds between two lines of one person", save: "Save", announcement: "Announcement",
    keep: "Also for those who come later", announce: "Say to all", takeBack: "Take it back", rules: "Rules", online: "online", connections: "connections here",
    what: "What", target: "Of whom or what", cancel: "Cancel", done: "Done.", waiting: "waiting", playing: "playing", finished: "finished",
    watching: "watching", drain: "Drain this process", drainHint: "Its clients are sent elsewhere and it takes nobody in.", undrain: "Take people in again",
    tokens: "Tokens", public: "public", private: "private", openFirst: "open", watchChat: "Chat of the room", noReason: "no reason given", host: "Host of a room",
  },
  ru: {
    token: "Ключ администраторов", yourName: "Ваше имя, для журнала", comeIn: "Войти", leave: "Выйти",
    tokenHint: "Он лежит в папке данных сервера (admin-token). Остаётся только в этой вкладке и пропадает, когда вы её закроете.",
    reports: "Жалобы", people: "Люди", sanctions: "Запреты", rooms: "Комнаты", lobby: "Лобби", audit: "Журнал",
    nothing: "Здесь ничего нет.", all: "Все", onlyOpen: "Только открытые", by: "от", about: "на", inLobby: "в лобби", inRoom: "в комнате",
    resolve: "Разобрано", note: "Что сделано", resolvedBy: "Разобрал(а)", chat: "Чат", name: "Имя", cheating: "Нечестная игра",
    spoiling: "Портит игру", other: "Другое", find: "Имя или номер игрока", search: "Найти", doing: "Чем занят", player: "Игрок",
    claimed: "закреплено", bot: "бот", mute: "Запретить писать", ban: "Не пускать", warn: "Предупредить", lift: "Снять", look: "Смотреть", minutes: "На сколько",
    why: "Почему (человек это увидит)", reason: "Почему", text: "Текст", hour: "1 час", day: "1 день", week: "1 неделя", month: "30 дней", ever: "Пока не снимут",
    banRange: "Не пускать с адресов", network: "Адрес или сеть, 203.0.113.0/24", whom: "Кому", kind: "Что", until: "До", admin: "Администратор",
    when: "Когда", range: "сеть", game: "Игра", room: "Комната", seats: "Места", phase: "Состояние", watchers: "Зрителей", close: "Закрыть", kick: "Удалить",
    closeRoom: "Закрыть комнату", seat: "Место", free: "свободно", away: "отошёл", left: "ушёл", back: "Назад", hide: "Скрыть", hidden: "скрыто",
    readOnly: "В лобби пишут только администраторы", slow: "Секунд между строками одного человека", save: "Сохранить", announcement: "Объявление",
    keep: "И для тех, кто придёт позже", announce: "Сказать всем", takeBack: "Снять объявление", rules: "Правила", online: "в сети", connections: "соединений здесь",
    what: "Что", target: "Кого или что", cancel: "Отмена", done: "Сделано.", waiting: "ждёт", playing: "идёт игра", finished: "закончена",
    watching: "смотрит", drain: "Освободить этот процесс", drainHint: "Его клиентов отправят на другой, и он никого не принимает.", undrain: "Снова принимать",
    tokens: "Ключей", public: "открытая", private: "закрытая", openFirst: "открыта", watchChat: "Чат комнаты", noReason: "причина не указана", host: "Хозяин комнаты",
  },
};

// What the server says in English, and its names of acts, in Russian; in English they are shown as they are.
const PROBLEMS = {
  "this server has no token for admins: admin_token_file": "У этого сервера нет ключа администраторов: настройка admin_token_file.",
  "pages of other origins may not do this": "Страницам с других сайтов это нельзя.",
  "too many wrong tokens: wait a little": "Слишком много неверных ключей. Подождите немного.",
  "the admins' token is missing, or another": "Ключа администраторов нет, или он другой.",
  "too many requests at once: wait a little": "Слишком много запросов сразу. Подождите немного.",
  "the body is to be application/json": "Тело запроса должно быть application/json.",
  "the store is away: try again": "Хранилище недоступно. Попробуйте ещё раз.",
  "there is no such sanction": "Такого запрета нет.",
  "no room has this id": "Комнаты с таким номером нет.",
  "this line is not kept, or hidden already": "Эта строка уже не хранится или скрыта.",
  "there is no such report": "Такой жалобы нет.",
  "nobody has this id": "Игрока с таким номером нет.",
  "nobody has this id or claimed name": "Игрока с таким номером или закреплённым именем нет.",
  "so many are punished that there is no room for one more": "Запретов уже слишком много: ещё один не поместится.",
  "a newer server wrote it": "Это записал более новый сервер.",
};
const ACTS = {
  mute: "запрет писать",
  ban: "вход закрыт",
  range: "сеть закрыта",
  lift: "запрет снят",
  kick: "удаление из комнаты",
  close: "комната закрыта",
  hide: "строка скрыта",
  rules: "правила лобби",
  announce: "объявление",
  resolve: "жалоба разобрана",
  drain: "процесс освобождается",
  undrain: "процесс снова принимает",
  warn: "предупреждение",
  silence: "запрет писать в комнате",
  unsilence: "снова можно писать",
  slow: "медленный чат",
};

const KEY = "kozyr-admin-language";
let language = localStorage.getItem(KEY) ?? (navigator.language.startsWith("ru") ? "ru" : "en");

export const words = () => WORDS[language];
const TOO_LONG = /^(\w+) has (\d+) characters, and at most (\d+) are taken$/;
export const problem = (text) =>
  language === "ru"
    ? (PROBLEMS[text] ?? text.replace(TOO_LONG, "Слишком длинно ($1): знаков $2, а можно не больше $3."))
    : text;
export const act = (name) => (language === "ru" && ACTS[name]) || name;
export const current = () => language;
export function choose(next) {
  language = next in WORDS ? next : "en";
  localStorage.setItem(KEY, language);
}
export const date = (ms) =>
  new Date(ms).toLocaleString(language, { dateStyle: "short", timeStyle: "short" });
