// PostgreSQL refuses to run as root; then another account of this machine runs it.
import * as fs from 'node:fs';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The account to use out of the text of /etc/passwd (initdb insists on a line there). */
export function chooseAccount(passwd: string): Account {
  const lines = passwd.split('\n').map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([name]) => name === wanted) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has neither a "postgres" nor a "nobody" account: do not start Matinee as root.',
  );
}

/** Who runs the server of this data folder; undefined where this process simply stays who it is. */
export function serverOsUser(data: string, me = process.getuid?.()): Account | undefined {
  const owner = fs.statSync(data, { throwIfNoEntry: false });
  if (me !== 0) {
    if (owner && me !== undefined && owner.uid !== me) {
      throw new Error(
        `${data} belongs to another account (uid ${owner.uid}): start Matinee as that one, or with another DATA_DIR.`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return chooseAccount(fs.readFileSync('/etc/passwd', 'utf8'));
}

/** Hands a file or folder to the server's account. */
export function give(file: string, mode: number, account: Account | undefined): void {
  fs.chmodSync(file, mode);
  if (account) fs.chownSync(file, account.uid, account.gid);
}
