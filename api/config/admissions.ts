import { type AdmissionPolicy, admissions } from "../../events/program/admission.ts";

export { admissions };

export interface AdmissionRules {
  readonly by: AdmissionPolicy;
  /** Whose confirmed addresses need nobody's approval; lower case. */
  readonly domains: readonly string[];
}

export const openDoor: AdmissionRules = { by: "open", domains: [] };
