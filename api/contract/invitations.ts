export const invitationsShown = ["waiting", "opened", "joined", "declined", "bounced"] as const;
export type InvitationShown = typeof invitationsShown[number];

export interface InvitationQuery {
  readonly search: string;
  /** People who haven't answered by default. */
  readonly show?: InvitationShown | undefined;
  readonly page: number;
}
