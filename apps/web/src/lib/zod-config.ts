// Imported before all schemas: they would try whether code may be made out of text, which the page's policy forbids, loudly.
import { config } from 'zod';

config({ jitless: true });
