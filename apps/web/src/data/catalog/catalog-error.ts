/** The catalogue said no, or nothing that could be understood (`status` 0). */
export class CatalogueError extends Error {
  override name = 'CatalogueError';
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
