import { type AdmissionPolicy, admissions } from "../../events/program/admission.ts";

export { admissions };

export interface AdmissionRules {
  readonly by: AdmissionPolicy;
  /** People with a confirmed address of these domains need no approval; lower case. */
  readonly domains: readonly string[];
}

/** What variables say of it; what is not there was not set. */
export type AdmissionVariables = {
  readonly [Name in keyof AdmissionRules]?: AdmissionRules[Name] | undefined;
};

export const openDoor: AdmissionRules = { by: "open", domains: [] };
