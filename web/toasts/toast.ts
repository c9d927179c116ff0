export interface Toast {
  readonly title: string;
  readonly description?: string | undefined;
  readonly variant?: "default" | "destructive" | undefined;
  /** Milliseconds that it is shown; 5000 by default. */
  readonly durationMs?: number | undefined;
}
