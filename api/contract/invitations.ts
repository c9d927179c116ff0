export const invitationsShown = ["waiting", "opened", "joined", "declined", "bounced"] as const;
export type InvitationShown = typeof invitationsShown[number];

export interface InvitationQuery {
  readonly search: string;
  /** By default people who haven't answered. */
  readonly show?: InvitationShown | undefined;
  readonly page: number;
}
