export interface Toast {
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant?: "default" | "destructive" | undefined;
  /** How long it stays; 5000 by default. */
  readonly durationMs?: number | undefined;
}
