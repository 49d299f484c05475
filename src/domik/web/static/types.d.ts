// What travels between server and scripts. For the type checker only: browsers never load this file.

/** An action's number, then the ids of the elements to click for it, one after the other. */
export type Path = [action: number, ...ids: string[]];

/** Why an element does nothing now: the rule's clause and the reason, as markup. */
export type Refusal = [clause: string, reason: string];

/** A cell's markup: whole, or made of pieces of markup that the page has (see grow in live.js). */
export type CellNews = string | [string, PieceList] | PieceList;
export type PieceList = (string | number)[];

/** What a table says of itself besides its markup; a message carries only what changed. */
export interface Facts {
  turn?: number;
  mine?: boolean;
  seats?: number[];
  eyes?: number;
  dealt?: boolean;
  over?: boolean;
  /** The seats at this screen that may look now: number, name, face. */
  curtain?: [seat: number, name: string, face: string][];
  /** For how many milliseconds seats have been away, by seat. */
  away?: Record<string, number>;
  again?: boolean;
  next?: string;
  /** A mask of the seats whose clock runs, then the milliseconds that each seat has left. */
  clocks?: number[];
  hash?: string;
  /** Reactions under lines of the chat: the seats that gave each mark. */
  marks?: Record<string, Record<string, number[]>>;
  head?: string;
}

/** A message of the server, or of a page that makes one itself. */
export interface Message extends Facts {
  n?: number;
  viewer?: string;
  areas?: Record<string, string>;
  cells?: Record<string, string>;
  /** How many lines of the log still hold, and the lines that follow them. */
  log?: [kept: number, ...lines: string[]];
  chat?: string[];
  paths?: Path[];
  no?: Record<string, Refusal | null>;
  ok?: number;
  refused?: [command: number, clause: string, reason: string];
  hint?: [text: string, ...ids: string[]];
  open?: [who: string, own: string, hand: string][];
}

/** A whole board that a page asked for by itself: a step of a replay, a lesson or a puzzle. */
export interface BoardMessage extends Message {
  areas: Record<string, string>;
  cells: Record<string, string>;
  no: Record<string, Refusal>;
}

/** What a page asks of the server over the socket. */
export interface Command {
  do: string;
  seat?: number;
  action?: number;
  turn?: number;
  text?: string;
  /** A line of the chat. */
  line?: number;
}

/** What the script of a page with a board decides for itself. */
export interface Hooks {
  /** An action was chosen. */
  decide: (action: number) => void;
  /** A button that no script knows: whether it was sent to the server. */
  send: (command: Command) => boolean;
  /** Show a rule. */
  openClause: (clause: string) => void;
  /** Say why something does nothing; the texts are markup. */
  tellWhy: (element: HTMLElement | null, clause: string, text: string, spoken?: HTMLElement[]) => void;
}
