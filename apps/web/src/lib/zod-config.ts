// Imported before all schemas: zod would test whether it may compile code, and the page's policy would report an error.
import { config } from 'zod';

config({ jitless: true });
