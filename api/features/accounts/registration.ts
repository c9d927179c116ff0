import type { Origin, SignedIn } from "../../auth/origin.ts";
import type { EffectiveSettings } from "../../config/effective-settings.ts";
import type * as contract from "../../contract/account.ts";
import type { OpenAccount } from "./open-account.ts";
import { admissionNeed, requireOpenSignup } from "./policies/admission.ts";
import type { RequireCadreCode } from "./policies/cadre-code.ts";

interface RegistrationParts {
  readonly settings: Pick<EffectiveSettings, "admission">;
  readonly requireCadreCode: RequireCadreCode;
  readonly openAccount: OpenAccount;
}

export class Registration {
  constructor(private readonly parts: RegistrationParts) {}

  /** @throws {Refusal} When username or email is taken. @throws {Problem} 429 after too many. */
  async register(
    { cadreCode, ...registration }: contract.Registration,
    origin: Origin,
    signal?: AbortSignal,
  ): Promise<SignedIn> {
    const { settings, requireCadreCode, openAccount } = this.parts;
    const rules = settings.admission();
    requireOpenSignup(rules);
    const hasCode = await requireCadreCode({ role: registration.role, cadreCode }, origin.ip);
    const needs = admissionNeed(rules, { hasCode });
    const account = { registration, confirmedBy: hasCode ? "code" : undefined, needs } as const;
    return await openAccount(account, origin, signal);
  }
}
