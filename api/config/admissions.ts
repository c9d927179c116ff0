/** Who gets in: everybody, who has confirmed their address, whom staff accept, or who was invited. */
export const admissions = ["open", "confirmed", "approved", "invited"] as const;

export interface AdmissionRules {
  readonly by: typeof admissions[number];
  /** Whose confirmed addresses need nobody's approval; lower case. */
  readonly domains: readonly string[];
}

export const openDoor: AdmissionRules = { by: "open", domains: [] };
