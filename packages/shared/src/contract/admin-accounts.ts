import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { AccountExport } from './export.ts';

export const ACCOUNTS_PAGE = 50;

export const ListedAccount = z.object({
  id: z.string(),
  /** The app chooses a random nickname. The user can change it. */
  nickname: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  /** The size of the account's data. */
  bytes: z.number(),
  devices: z.number().int(),
  isAdmin: z.boolean(),
});
export type ListedAccount = z.infer<typeof ListedAccount>;

const TEN_MINUTES = 600;

const AccountPath = z.object({ accountId: z.string().max(255) });

export const listAccounts = endpoint({
  method: 'GET',
  path: '/admin/accounts',
  summary: 'Lists accounts, those used last first, a page at a time.',
  access: 'admin',
  query: z.object({
    /** A part of the nickname, or an account's ID. */
    search: z.string().max(100).default(''),
    /** `next` of the previous page. */
    after: z.string().max(400).optional(),
  }),
  reply: z.object({
    /** The number of matching accounts. */
    total: z.number().int(),
    accounts: z.array(ListedAccount),
    /** Null on the last page. */
    next: z.string().nullable(),
  }),
});

export const removeAccount = endpoint({
  method: 'DELETE',
  path: '/admin/accounts/:accountId',
  summary: 'Deletes an account and all its data, immediately and permanently.',
  access: 'admin',
  params: AccountPath,
  reply: z.object({ id: z.string() }),
  errors: { 404: 'There is no such account.', 409: "Administrators can't be removed here." },
});

export const exportAnyAccount = endpoint({
  method: 'GET',
  path: '/admin/accounts/:accountId/export',
  summary: 'Exports all data of an account as one document, as its owner would get it.',
  access: 'admin',
  budget: { bucket: 'admin_export', max: 60, seconds: TEN_MINUTES, by: 'account', store: 'memory' },
  params: AccountPath,
  reply: AccountExport,
  errors: { 404: 'There is no such account.' },
});
