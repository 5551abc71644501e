;;; steps.el --- Steps of a test in Emacs  -*- lexical-binding: t; -*-

;;; Commentary:

;; Each step that holds prints `ok NAME'; the first that does not ends
;; Emacs with the reason.

;;; Code:

(require 'seq)

(defvar steps-program (getenv "MINUTA_PROGRAM"))
(defvar steps-store (getenv "MINUTA_STORE"))

(setq coding-system-for-write 'utf-8-unix
      coding-system-for-read 'utf-8-unix)

(defmacro step (name &rest body)
  "Do the step NAME, whose BODY signals an error where it fails."
  (declare (indent 1))
  `(condition-case problem
       (progn ,@body (princ ,(format "ok %s\n" name)))
     ((error quit)
      (princ (format "failed %s: %S\n" ,name problem))
      (kill-emacs 1))))

(defmacro expect (form)
  "Signal an error with the values in FORM unless it holds."
  (let ((values (make-symbol "values")))
    `(let ((,values (list ,@(cdr form))))
       (unless (apply #',(car form) ,values)
         (error "Not so: %S of %S" ',form ,values)))))

(defun wait-for (what holds)
  "Wait until HOLDS returns non-nil and return that; WHAT is waited for."
  (let ((deadline (+ (float-time) 60)) result)
    (while (not (setq result (funcall holds)))
      (when (> (float-time) deadline) (error "No %s within 60 s" what))
      (accept-process-output nil 0.02))
    result))

(defun should-fail (body)
  "Call BODY and return the error that it signals."
  (condition-case problem
      (progn (funcall body) (error "It did not fail"))
    ((user-error jsonrpc-error quit) problem)))

(defun elsewhere (&rest words)
  "Run the program with WORDS as another process does."
  (expect (eql 0 (apply #'call-process steps-program nil nil nil words))))

(defun children ()
  "Return the ids of Emacs's child processes."
  (seq-filter (lambda (id) (eql (alist-get 'ppid (process-attributes id)) (emacs-pid)))
              (list-system-processes)))

(defun begin-writing ()
  "Have another process hold the store's lock and return that process."
  (let* ((lock (expand-file-name ".minuta.writelock.nosync" steps-store))
         (text "")
         (holder (make-process :name "holder" :noquery t :connection-type 'pipe
                               :command (list "flock" "--no-fork" lock
                                              "sh" "-c" "echo held; exec sleep 600")
                               :filter (lambda (_ part) (setq text (concat text part))))))
    (wait-for "lock" (lambda () (equal text "held\n")))
    holder))

(defun end-writing (holder)
  "End HOLDER and wait until it is gone."
  (delete-process holder)
  (wait-for "end of the holder" (lambda () (not (process-live-p holder)))))

(provide 'steps)
;;; steps.el ends here
