const dayMs = 24 * 60 * 60 * 1000;

/** Made-up people register evenly over three years, so that a demo has a history. */
export class SeedClock {
  readonly endMs = Date.now();
  private setMs: number | undefined;
  private registeredMs = this.endMs - 3 * 365 * dayMs;
  private readonly stepMs: number;

  /** @param daysLater Days at the end for later events. */
  constructor(people: number, daysLater = 0) {
    this.stepMs = (this.endMs - daysLater * dayMs - this.registeredMs) / (people + 1);
  }

  /** When the next person registers; called once for each. */
  readonly eventTime = () =>
    new Date(
      this.setMs ?? (this.registeredMs = Math.min(this.registeredMs + this.stepMs, this.endMs)),
    );

  readonly now = () => new Date(this.setMs ?? Date.now());

  /** Sets the time of all following events. */
  readonly set = (toMs: number) => {
    this.setMs = toMs;
  };
}
