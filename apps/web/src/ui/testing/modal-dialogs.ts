/** Lets a test open and close dialogs: jsdom has no modal ones. */
export function addModalDialogs(): void {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}
