import { Dialog } from "../../ui/dialog.tsx";
import { ContactLink } from "./contact-links.tsx";
import type { ContactWay } from "./contact.ts";

export interface ConnectDialogProps {
  readonly name: string;
  readonly ways: readonly ContactWay[];
  readonly onClose: () => void;
}

/** The ways to reach a member. Loaded when opened. */
export function ConnectDialog({ name, ways, onClose }: ConnectDialogProps) {
  return (
    <Dialog
      title={`Connect with ${name}`}
      description="Choose how you would like to get in touch."
      onClose={onClose}
    >
      <ul className="connect-ways" role="list">
        {ways.map((way) => (
          <li key={way.kind} className="connect-row">
            <ContactLink kind={way.kind} href={way.href} className="connect-way" />
            <span className="connect-text">{way.text}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
