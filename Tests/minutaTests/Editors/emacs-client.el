;;; emacs-client.el --- Tests minuta.el  -*- lexical-binding: t; -*-

;;; Commentary:

;; Run with emacs --batch -Q -l minuta.el -l steps.el -l emacs-client.el.
;; MINUTA_PROGRAM is the program, MINUTA_STORE the data folder.

;;; Code:

(require 'minuta)
(require 'steps)

(setq minuta-program steps-program
      minuta-store steps-store)

(defun server ()
  "Return the server process."
  (jsonrpc--process minuta--connection))

(defun running-tags ()
  "Return the tags of the running timers."
  (mapcar #'minuta--tag-name (append (plist-get (minuta--value :Status) :running) nil)))

(defmacro with-answers (choose text &rest body)
  "Run BODY; CHOOSE answers completing prompts, TEXT other prompts."
  (declare (indent 2))
  `(cl-letf (((symbol-function 'completing-read) ,choose)
             ((symbol-function 'read-string) (lambda (&rest _) ,text)))
     ,@body))

(step "a command works without the mode and completion offers the tags"
  (run-minuta "start" "Café ☕")
  (run-minuta "stop")
  (run-minuta "tag-create" "Old")
  (run-minuta "tag-archive" "Old")
  (let (offered)
    (with-answers (lambda (_ tags &rest _) (setq offered (append tags nil)) "R&D 100% ☕") nil
      (call-interactively #'minuta-start))
    (expect (equal offered '("Café ☕"))))
  (expect (equal (running-tags) '("R&D 100% ☕")))
  (expect (equal (minuta--mode-line) "")))

(step "the mode shows a running timer, with its percent sign escaped"
  (minuta-mode 1)
  (expect (equal (wait-for "timer" (lambda () (car minuta--running)))
                 (car minuta--running)))
  (expect (string-match-p "\\`R&D 100%% ☕ 0:0[0-9] \\'" (minuta--mode-line)))
  (expect (memq 'minuta-mode-line global-mode-string))
  (expect (timerp minuta--timer)))

(step "a change by another process arrives"
  (run-minuta "stop")
  (wait-for "end of the timer" (lambda () (equal (minuta--mode-line) "")))
  (expect (null minuta--timer))
  (run-minuta "start" "Café ☕" "--at=-75m")
  (wait-for "timer" (lambda () (equal (minuta--mode-line) "Café ☕ 1:15 "))))

(step "a missing data folder is reported, and its timers return when it does"
  (let ((moved (concat (directory-file-name steps-store) "-moved")))
    (rename-file steps-store moved)
    (wait-for "warning" (lambda () (equal (minuta--mode-line) "Minuta: no live updates ")))
    (rename-file moved steps-store)
    (wait-for "timer" (lambda () (equal (minuta--mode-line) "Café ☕ 1:15 ")))))

(step "start prompts for a new tag and a comment, stop for one of the timers"
  (with-answers (lambda (&rest _) "Work") "Plan \"it\""
    (let ((current-prefix-arg '(4))) (call-interactively #'minuta-start)))
  (wait-for "both" (lambda () (equal (length minuta--running) 2)))
  (let (offered)
    (with-answers (lambda (_ choices &rest _)
                 (setq offered (mapcar #'car choices))
                 (car (seq-find (lambda (choice) (string-prefix-p "Work" (car choice))) choices)))
        nil
      (let ((current-prefix-arg '(4))) (call-interactively #'minuta-stop)))
    (expect (equal (sort offered #'string<) '("Café ☕ 1:15" "Work 0:00  Plan \"it\""))))
  (expect (equal (running-tags) '("Café ☕")))
  (call-interactively #'minuta-stop)
  (expect (equal (running-tags) nil)))

(step "toggle restarts the last timer and stops it"
  (minuta-toggle)
  (expect (equal (length (running-tags)) 1))
  (minuta-toggle)
  (expect (equal (running-tags) nil)))

(step "an error message is one line"
  (let ((problem (should-fail (lambda () (minuta-log "Work" "soon")))))
    (expect (eq (car problem) 'user-error))
    (expect (string-match-p "\\`'soon' is not valid for 'duration'\\. [^\n]*\\.\\'" (cadr problem)))))

(step "the week is shown in a buffer, which can be updated"
  (run-minuta "log" "東京" "1h15m" "--start" "12:00" "--planned")
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
    (run-minuta "log" "Meeting" "5m")
    (call-interactively #'revert-buffer)
    (expect (string-match-p "^  Meeting +[0-9]+m$" (buffer-string)))))

(step "quitting cancels a call, which writes nothing"
  (let ((holder (hold-write-lock)))
    ;; The first call waits for the lock, the second for the first.
    (minuta--send :StartTimer '(:tag "Work"))
    (run-with-timer 0.2 nil (lambda () (setq quit-flag t)))
    (expect (eq 'quit (car (should-fail (lambda () (minuta-start "Never"))))))
    ;; A response to ping means that the server has read the cancellation before it.
    (minuta--request :ping)
    (release-write-lock holder))
  (expect (equal (running-tags) '("Work")))
  (expect (null (member "Never" (minuta--tags))))
  (minuta-stop))

(step "another data folder has its own server"
  (let ((previous (server))
        (minuta-store (concat (directory-file-name steps-store) "-other")))
    (minuta-start "Elsewhere")
    (expect (not (eq previous (server))))
    (expect (file-exists-p (expand-file-name "tags.json" minuta-store)))
    (minuta-stop))
  (expect (null (member "Elsewhere" (minuta--tags))))
  (expect (eql 1 (length (children)))))

(step "the next command restarts a killed server"
  (let ((killed (server)))
    (signal-process killed 'SIGKILL)
    (wait-for "notice" (lambda () (equal (minuta--mode-line) "Minuta stopped ")))
    (minuta-start "Work")
    (wait-for "timer" (lambda () (equal (minuta--mode-line) "Work 0:00 ")))
    (expect (not (eq killed (server)))))
  (minuta-stop))

(step "an error message reports a server that dies during a call"
  (let ((holder (hold-write-lock)))
    (run-with-timer 0.2 nil (lambda () (signal-process (server) 'SIGKILL)))
    (expect (string-match-p "\\`The Minuta server ended; [^\n]*\\'"
                            (cadr (should-fail (lambda () (minuta-start "Never"))))))
    (release-write-lock holder)))

(step "an error message reports a missing program"
  (let ((minuta-program "no-such-minuta"))
    (expect (string-match-p "\\`Can.t find the program .no-such-minuta.; [^\n]*\\'"
                            (cadr (should-fail #'minuta-stop))))))

(step "turning the mode off stops the server and leaves no processes"
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
