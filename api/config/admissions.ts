import { type AdmissionPolicy, admissions } from "../../events/program/admission.ts";

export { admissions };

export interface AdmissionRules {
  readonly by: AdmissionPolicy;
  /** Whose confirmed addresses need nobody's approval; lower case. */
  readonly domains: readonly string[];
}

/** What variables say of it; what is not there was not set. */
export type AdmissionVariables = {
  readonly [Name in keyof AdmissionRules]?: AdmissionRules[Name] | undefined;
};

export const openDoor: AdmissionRules = { by: "open", domains: [] };
