// One line of an HLS playlist, with every address in it exchanged. Libraries for playlists read whole documents and
// print them anew, without what they do not know; line by line nothing is lost, and a live playlist never waits.
import { NotAPlaylist } from './not-a-playlist.ts';
import type { TicketKind } from './ticket.ts';

/** The address that a player is to use; undefined for one that it may not have. */
export type Link = (address: string, kind: TicketKind) => string | undefined;

export interface Exchange {
  readonly link: Link;
  /** Of the playlist itself. */
  readonly url: string;
}

/** Returns the line to send, or undefined for one that is left out. Lines come in order, without their ends. */
export type ExchangeLine = (line: string) => string | undefined;

/** Tags whose address leads to another playlist; all others lead to media, keys or data. */
const TO_PLAYLISTS: ReadonlySet<string> = new Set([
  'EXT-X-MEDIA',
  'EXT-X-I-FRAME-STREAM-INF',
  'EXT-X-IMAGE-STREAM-INF',
  'EXT-X-RENDITION-REPORT',
]);
const TAG = /^#(EXT[A-Z0-9-]*)(?::(.*))?$/s;
/**
 * Quoted values are taken whole, so that neither commas nor names inside them count. A name is tried from its beginning
 * only: from each of its letters, a long one would take minutes.
 */
const ATTRIBUTE = /(?<![A-Za-z0-9-])([A-Za-z0-9-]+)\s*=\s*("[^"]*"|[^,]*)/g;
const HAS_ADDRESS = /URI\s*=/;
/** Instead of an address that may not be told: nothing, wherever it stands. */
const NOTHING = 'data:,';
/** One variable put in again and again could fill all memory. */
const MAX_RESOLVED_CHARACTERS = 64 * 1024;
const VARIABLE = /\{\$([\w-]+)\}/g;

export function exchangeLines({ link, url }: Exchange): ExchangeLine {
  const variables = new Map<string, string>();
  let isVariant = false;

  function resolved(address: string): string {
    if (variables.size === 0) return address;
    let room = MAX_RESOLVED_CHARACTERS - address.length;
    return address.replaceAll(VARIABLE, (whole, name: string) => {
      const value = variables.get(name) ?? whole;
      room -= value.length;
      if (room < 0)
        throw new NotAPlaylist('The other server’s playlist has an address without end.');
      return value;
    });
  }
  const exchanged = (address: string, kind: TicketKind): string => link(address, kind) ?? NOTHING;

  function exchangeTag(line: string, tag: string, given: string): string | undefined {
    if (tag === 'EXT-X-STREAM-INF') isVariant = true;
    if (tag === 'EXT-X-DEFINE') return define(variables, { line, attributes: given, url });
    if (!tag.startsWith('EXT-X-')) return line;
    const attributes = resolved(given);
    if (isBeyondUs(tag, attributes)) return undefined;
    if (!HAS_ADDRESS.test(attributes)) return attributes === given ? line : `#${tag}:${attributes}`;
    const kind = TO_PLAYLISTS.has(tag) ? 'playlist' : 'media';
    const own = attributes.replaceAll(ATTRIBUTE, (whole, name: string, value: string) => {
      if (name !== 'URI' && name !== 'X-ASSET-URI') return whole;
      return `${name}="${exchanged(unquoted(value), name === 'URI' ? kind : 'playlist')}"`;
    });
    return `#${tag}:${own}`;
  }

  return (line) => {
    const text = line.trim();
    if (text === '') return '';
    const [, tag, attributes = ''] = TAG.exec(text) ?? [];
    if (tag !== undefined) return exchangeTag(text, tag, attributes);
    // A remark is nobody's business, least of all the address in it.
    if (text.startsWith('#')) return text.includes('://') ? undefined : text;
    const kind = isVariant ? 'playlist' : 'media';
    isVariant = false;
    return exchanged(resolved(text), kind);
  };
}

/** These name servers in documents and texts that are no playlists, past every ticket; no film needs them to play. */
function isBeyondUs(tag: string, attributes: string): boolean {
  return (
    tag === 'EXT-X-CONTENT-STEERING' ||
    tag === 'EXT-X-SESSION-DATA' ||
    (tag === 'EXT-X-DATERANGE' && /X-ASSET-LIST\s*=/.test(attributes))
  );
}

interface Definition {
  readonly line: string;
  readonly attributes: string;
  readonly url: string;
}

/**
 * Remembers a variable, whose line is left out: we put it in wherever it stands, and its value may be an address of the
 * operator's or a key from the query of one.
 */
function define(
  variables: Map<string, string>,
  { line, attributes, url }: Definition,
): string | undefined {
  const given = new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, unquoted(value)]),
  );
  const parameter = given.get('QUERYPARAM');
  const name = parameter ?? given.get('NAME');
  const value = parameter === undefined ? given.get('VALUE') : queryOf(url, parameter);
  if (name === undefined || value === undefined) return line;
  variables.set(name, value);
  return undefined;
}

function queryOf(url: string, name: string): string | undefined {
  return URL.parse(url)
    ?.searchParams.get(name)
    ?.replaceAll(/["\r\n\u2028\u2029]/g, '');
}

const unquoted = (value: string): string => value.replaceAll(/^"|"$/g, '');
