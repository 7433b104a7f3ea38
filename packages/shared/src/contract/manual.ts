import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const getManualPage = endpoint({
  method: 'GET',
  path: '/manual/:page',
  summary: 'A page of the manual, as HTML.',
  access: 'public',
  params: z.object({ page: z.string().max(100) }),
  reply: z.string(),
  errors: { 404: 'The manual has no such page.' },
});
