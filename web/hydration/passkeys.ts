/**
 * Passkeys: requests one from the browser, puts the answer into a form's hidden field, and sends
 * the form. Loaded only on pages that have such a form, by browsers that have passkeys.
 */
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { calls } from "../paths.ts";
import { toast } from "../toasts/toasts.ts";
import { getJson } from "./calls.ts";
import { takePressed } from "./early.ts";

type Use = keyof typeof calls.passkeys;

/** Shorter than a challenge's lifetime, for pages that stay open. */
const renewMs = 8 * 60 * 1000;

export function startPasskeys(): void {
  if (!browserSupportsWebAuthn()) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-passkey]")) {
    button.addEventListener("click", (event) => {
      // This script's own click sends the form with the answer.
      if (!event.isTrusted) return;
      event.preventDefault();
      void press(button);
    });
    button.dataset.ready = "";
  }
  const [pressed] = takePressed(document, "button[data-passkey]");
  if (pressed instanceof HTMLButtonElement) return void press(pressed);
  void offerAutofill();
}

async function press(button: HTMLButtonElement): Promise<void> {
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  const credential = await ask(button.dataset.passkey as Use).catch(report);
  button.removeAttribute("aria-disabled");
  if (credential === undefined) return void offerAutofill();
  answer(button, credential);
}

async function ask(use: Use, useBrowserAutofill = false): Promise<unknown> {
  const options = await getJson(calls.passkeys[use]);
  return use === "add"
    ? await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
    : await startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill,
    });
}

function answer(button: HTMLButtonElement, credential: unknown): void {
  const field = button.form?.querySelector<HTMLInputElement>("[data-passkey-answer]");
  if (!field) return;
  field.value = JSON.stringify(credential);
  button.click();
}

/** Lets the browser offer passkeys where a username is typed, until the page is left. */
async function offerAutofill(): Promise<void> {
  const button = document.querySelector<HTMLButtonElement>('button[data-passkey="signIn"]');
  if (button === null || !await browserSupportsWebAuthnAutofill()) return;
  const renewal = setTimeout(() => void offerAutofill(), renewMs);
  try {
    answer(button, await ask("signIn", true));
  } catch {
    // Most people type instead. Pressing the button also ends this.
  } finally {
    clearTimeout(renewal);
  }
}

/** Shows a failure, unless the person closed the browser's own dialog. */
function report({ name, cause }: Error): undefined {
  const kind = (cause as Error | undefined)?.name ?? name;
  if (kind === "NotAllowedError" || kind === "AbortError") return;
  const isThere = kind === "InvalidStateError";
  toast({
    variant: "destructive",
    title: isThere ? "This device has a passkey already" : "That didn't work",
    description: isThere ? "Sign in with it next time." : "Try again, or sign in another way.",
  });
}
