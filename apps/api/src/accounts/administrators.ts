/** The facts that decide whether an account is an administrator's. */
export interface AdminCandidate {
  readonly publicKey: string;
  /** Whether it is the first account of this server. */
  readonly isOwner: boolean | null;
}

export type IsAdmin = (user: AdminCandidate) => boolean;

/** Administrators are the owner and those whom the operator names by their public key. */
export function createIsAdmin(publicKeys: readonly string[]): IsAdmin {
  const named = new Set(publicKeys);
  return ({ publicKey, isOwner }) => isOwner === true || named.has(publicKey);
}
