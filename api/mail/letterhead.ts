/** Who mails, as its readers see it. */
export interface Letterhead {
  readonly programName: string;
  readonly supportEmail: string;
  /** The only origin that links point to, whatever a request says about its host. */
  readonly appOrigin: string;
  /** What the program has chosen, such as `#4d1979`. */
  readonly brandColor?: string | null;
}
