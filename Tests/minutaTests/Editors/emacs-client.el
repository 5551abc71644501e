;;; emacs-client.el --- Drives minuta.el  -*- lexical-binding: t; -*-

;;; Commentary:

;; emacs --batch -Q -l minuta.el -l steps.el -l emacs-client.el, with
;; the program and the folder in MINUTA_PROGRAM and MINUTA_STORE.

;;; Code:

(require 'minuta)
(require 'steps)

(setq minuta-program steps-program
      minuta-store steps-store)

(defun server ()
  "Return the process of the server."
  (jsonrpc--process minuta--connection))

(defun running ()
  "Return the tags of the timers that run."
  (mapcar #'minuta--tag-name (append (plist-get (minuta--value :Status) :running) nil)))

(defmacro answering (choose read &rest body)
  "Do BODY with a person who is asked to CHOOSE and to READ."
  (declare (indent 2))
  `(cl-letf (((symbol-function 'completing-read) ,choose)
             ((symbol-function 'read-string) (lambda (&rest _) ,read)))
     ,@body))

(step "a command works without the mode and completion offers the tags"
  (elsewhere "start" "Café ☕")
  (elsewhere "stop")
  (elsewhere "tag-create" "Old")
  (elsewhere "tag-archive" "Old")
  (let (offered)
    (answering (lambda (_ tags &rest _) (setq offered (append tags nil)) "R&D 100% ☕") nil
      (call-interactively #'minuta-start))
    (expect (equal offered '("Café ☕"))))
  (expect (equal (running) '("R&D 100% ☕")))
  (expect (equal (minuta--mode-line) "")))

(step "the mode shows what ran before, and a per cent sign is one"
  (minuta-mode 1)
  (expect (equal (wait-for "timer" (lambda () (car minuta--running)))
                 (car minuta--running)))
  (expect (string-match-p "\\`R&D 100%% ☕ 0:0[0-9] \\'" (minuta--mode-line)))
  (expect (memq 'minuta-mode-line global-mode-string))
  (expect (timerp minuta--timer)))

(step "a change by another process arrives"
  (elsewhere "stop")
  (wait-for "end of the timer" (lambda () (equal (minuta--mode-line) "")))
  (expect (null minuta--timer))
  (elsewhere "start" "Café ☕" "--at=-75m")
  (wait-for "timer" (lambda () (equal (minuta--mode-line) "Café ☕ 1:15 "))))

(step "a folder that is gone is marked and its timers are back with it"
  (let ((away (concat (directory-file-name steps-store) "-away")))
    (rename-file steps-store away)
    (wait-for "mark" (lambda () (equal (minuta--mode-line) "Minuta is not live ")))
    (rename-file away steps-store)
    (wait-for "timer" (lambda () (equal (minuta--mode-line) "Café ☕ 1:15 ")))))

(step "a new tag starts with a comment and one of the timers stops"
  (answering (lambda (&rest _) "Work") "Plan \"it\""
    (let ((current-prefix-arg '(4))) (call-interactively #'minuta-start)))
  (wait-for "both" (lambda () (equal (length minuta--running) 2)))
  (let (offered)
    (answering (lambda (_ choices &rest _)
                 (setq offered (mapcar #'car choices))
                 (car (seq-find (lambda (choice) (string-prefix-p "Work" (car choice))) choices)))
        nil
      (let ((current-prefix-arg '(4))) (call-interactively #'minuta-stop)))
    (expect (equal (sort offered #'string<) '("Café ☕ 1:15" "Work 0:00  Plan \"it\""))))
  (expect (equal (running) '("Café ☕")))
  (call-interactively #'minuta-stop)
  (expect (equal (running) nil)))

(step "a toggle starts what was last and stops it"
  (minuta-toggle)
  (expect (equal (length (running)) 1))
  (minuta-toggle)
  (expect (equal (running) nil)))

(step "an error is one sentence"
  (let ((problem (should-fail (lambda () (minuta-log "Work" "soon")))))
    (expect (eq (car problem) 'user-error))
    (expect (string-match-p "\\`[^\n]* is not valid for 'duration'[^\n]*\\.\\'" (cadr problem)))))

(step "the week stands in a buffer and is read anew"
  (elsewhere "log" "東京" "1h15m" "--start" "12:00" "--planned")
  (minuta-log "Work" "5m")
  (minuta-week)
  (with-current-buffer "*Minuta week*"
    (expect (derived-mode-p 'special-mode))
    (expect (eq (key-binding "g") 'revert-buffer))
    (let* ((lines (split-string (buffer-string) "\n" t))
           (rows (cdr lines)))
      (expect (string-match-p "\\`[-0-9]+ to [-0-9]+ (.*): " (car lines)))
      (expect (seq-some (lambda (row) (string-match-p "\\`[A-Z][a-z][a-z] [-0-9]\\{10\\} +" row)) rows))
      (expect (seq-some (lambda (row) (string-match-p "\\`  Work +[0-9]+m\\'" row)) rows))
      (expect (seq-some (lambda (row) (string-match-p "\\`  東京 +1h 15m\\'" row)) rows))
      (expect (eql 1 (length (seq-uniq (mapcar #'string-width rows))))))
    (elsewhere "log" "Meeting" "5m")
    (call-interactively #'revert-buffer)
    (expect (string-match-p "^  Meeting +[0-9]+m$" (buffer-string)))))

(step "a quit cancels and nothing is written"
  (let ((holder (begin-writing)))
    ;; The one waits for the lock, the other for the one.
    (minuta--send :StartTimer '(:tag "Work"))
    (run-with-timer 0.2 nil (lambda () (setq quit-flag t)))
    (expect (eq 'quit (car (should-fail (lambda () (minuta-start "Never"))))))
    ;; Its answer tells that the server has read the cancel, which stands before it.
    (minuta--request :ping)
    (end-writing holder))
  (expect (equal (running) '("Work")))
  (expect (null (member "Never" (minuta--tags))))
  (minuta-stop))

(step "another store has a server of its own"
  (let ((former (server))
        (minuta-store (concat (directory-file-name steps-store) "-other")))
    (minuta-start "Elsewhere")
    (expect (not (eq former (server))))
    (expect (file-exists-p (expand-file-name "tags.json" minuta-store)))
    (minuta-stop))
  (expect (null (member "Elsewhere" (minuta--tags))))
  (expect (eql 1 (length (children)))))

(step "the next command starts a server that was killed"
  (let ((killed (server)))
    (signal-process killed 'SIGKILL)
    (wait-for "notice" (lambda () (equal (minuta--mode-line) "Minuta stopped ")))
    (minuta-start "Work")
    (wait-for "timer" (lambda () (equal (minuta--mode-line) "Work 0:00 ")))
    (expect (not (eq killed (server)))))
  (minuta-stop))

(step "a server that dies while it is asked is told in one sentence"
  (let ((holder (begin-writing)))
    (run-with-timer 0.2 nil (lambda () (signal-process (server) 'SIGKILL)))
    (expect (string-match-p "\\`Minuta.s server ended; [^\n]*\\'"
                            (cadr (should-fail (lambda () (minuta-start "Never"))))))
    (end-writing holder)))

(step "a program that is not there is told in one sentence"
  (let ((minuta-program "no-such-minuta"))
    (expect (string-match-p "\\`There is no program .no-such-minuta.; [^\n]*\\'"
                            (cadr (should-fail #'minuta-stop))))))

(step "the end is clean and no child is left"
  (minuta-stop)
  (let ((last (server)))
    (minuta-mode -1)
    (expect (eq (process-status last) 'exit))
    (expect (eql (process-exit-status last) 0)))
  (expect (null (memq 'minuta-mode-line global-mode-string)))
  (expect (null (seq-filter (lambda (buffer) (string-match-p "stderr\\|output\\|events" (buffer-name buffer)))
                            (buffer-list))))
  (expect (equal (children) nil)))

;;; emacs-client.el ends here
