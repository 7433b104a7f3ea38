// Chooses another OS user for PostgreSQL if Matinee runs as root, because PostgreSQL refuses to run as root.
import * as fs from 'node:fs';

export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

/** Chooses a user from the text of /etc/passwd, because initdb requires an entry there. */
export function chooseOsUser(passwd: string): OsUser {
  const lines = passwd.split('\n').map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([name]) => name === wanted) ?? [];
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL can\'t run as root, and this machine has neither a "postgres" nor a "nobody" user. Don\'t start Matinee as root.',
  );
}

/**
 * Returns the OS user that must run the server of this data folder. Undefined for the current user.
 */
export function serverOsUser(data: string, currentUid = process.getuid?.()): OsUser | undefined {
  const owner = fs.statSync(data, { throwIfNoEntry: false });
  if (currentUid !== 0) {
    if (owner && currentUid !== undefined && owner.uid !== currentUid) {
      throw new Error(
        `${data} belongs to another user (uid ${owner.uid}). Start Matinee as that user, or set a different DATA_DIR.`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return chooseOsUser(fs.readFileSync('/etc/passwd', 'utf8'));
}

/** Gives a file or folder to the server's OS user. */
export function chownTo(file: string, mode: number, osUser: OsUser | undefined): void {
  fs.chmodSync(file, mode);
  if (osUser) fs.chownSync(file, osUser.uid, osUser.gid);
}
