;;; emacs-jsonrpc.el --- Talks to the server with jsonrpc.el alone  -*- lexical-binding: t; -*-

;;; Commentary:

;; emacs --batch -Q -l steps.el -l emacs-jsonrpc.el, with the program
;; and the folder in MINUTA_PROGRAM and MINUTA_STORE.

;;; Code:

(require 'jsonrpc)
(require 'steps)

(defconst name "Zoë, 東京 & \"☕\"\n100%"
  "A tag.")

(defvar told nil
  "The notifications that came, the newest first.")

(defvar server
  (apply #'make-instance 'jsonrpc-process-connection
         :name "server"
         :process (lambda ()
                    (make-process :name "server"
                                  :command (list steps-program "rpc" "--store" steps-store)
                                  :connection-type 'pipe
                                  :coding 'utf-8-emacs-unix
                                  :noquery t
                                  :stderr (get-buffer-create "*server stderr*")))
         :notification-dispatcher
         (lambda (_ method params) (push (cons method params) told))
         (if (slot-exists-p 'jsonrpc-connection '-events-buffer-config)
             '(:events-buffer-config (:size 0 :format full))
           '(:events-buffer-scrollback-size 0))))

(defun ask (method &optional params)
  "Ask for METHOD with PARAMS and return the result."
  (jsonrpc-request server method params :timeout 60))

(defun value (method &optional params)
  "Ask for METHOD with PARAMS and return the value of the outcome."
  (let ((outcome (ask method params)))
    (expect (equal (plist-get outcome :status) "ok"))
    (plist-get outcome :value)))

(defun failure (method &optional params)
  "Ask for METHOD with PARAMS and return the code and the word of the error."
  (let ((data (cddr (should-fail (lambda () (ask method params))))))
    (list (alist-get 'jsonrpc-error-code data)
          (plist-get (alist-get 'jsonrpc-error-data data) :code))))

(defun state-told (holds)
  "Wait for a state for which HOLDS."
  (wait-for "state"
            (lambda ()
              (seq-some (lambda (one)
                          (and (eq (car one) 'minuta/changed)
                               (equal (plist-get (cdr one) :uri) "minuta://state")
                               (funcall holds (plist-get (cdr one) :value))))
                        told))))

(step "initialize"
  (let ((result (ask :initialize
                     (list :processId (emacs-pid) :capabilities (make-hash-table)))))
    (expect (plist-member result :capabilities))
    (expect (equal (plist-get (plist-get result :serverInfo) :name) "minuta")))
  (jsonrpc-notify server :initialized nil))

(step "no parameters are null, an empty list or an empty object"
  (dolist (params (list nil [] (make-hash-table)))
    (expect (equal (plist-get (value :Status params) :running) []))
    (expect (equal (plist-get (value :ListTags params) :tags) []))))

(step "a name that is not ASCII comes back as it was"
  (let ((record (plist-get (value :StartTimer (list :tag name)) :record)))
    (expect (equal (plist-get (plist-get record :tag) :name) name)))
  (expect (equal (mapcar (lambda (tag) (plist-get tag :name)) (plist-get (value :ListTags) :tags))
                 (list name))))

(step "what fails is an error with a word"
  (expect (equal (failure :NoSuchIntent) '(-32601 "unknownIntent")))
  (expect (equal (failure :StartTimer '(:tag "x" :at "soon")) '(-32602 "invalidValue")))
  (expect (equal (car (failure :StartTimer ["x"])) -32602))
  (expect (equal (car (failure :CreateTag)) -32602))
  (expect (equal (failure :StopTimer '(:tag "Nobody")) '(1001 "tagNotFound"))))

(step "changes are told to who asked for them, and not after"
  (let ((result (ask :minuta/subscribe (make-hash-table))))
    (expect (equal (plist-get result :uri) "minuta://state"))
    (expect (equal (length (plist-get (plist-get result :value) :running)) 1)))
  (elsewhere "stop")
  (state-told (lambda (state) (equal (plist-get state :running) [])))
  (expect (null (ask :minuta/unsubscribe)))
  (setq told nil)
  (elsewhere "start" "Work")
  (expect (equal (length (plist-get (value :Status) :running)) 1))
  (elsewhere "stop")
  (expect (equal told nil)))

(step "a cancelled request is answered"
  (let ((holder (begin-writing)) reply)
    ;; The one waits for the lock, the other for the one.
    (jsonrpc-async-request server :StartTimer '(:tag "Work") :timeout nil)
    (jsonrpc-async-request server :StartTimer '(:tag "Never") :timeout nil
                           :success-fn (lambda (result) (setq reply (list :result result)))
                           :error-fn (lambda (problem) (setq reply problem)))
    (jsonrpc-notify server :$/cancelRequest (list :id (jsonrpc--next-request-id server)))
    (wait-for "answer" (lambda () reply))
    (end-writing holder)
    (expect (equal (plist-get reply :code) -32800)))
  (let ((running (plist-get (value :Status) :running)))
    (expect (equal (mapcar (lambda (record) (plist-get (plist-get record :tag) :name)) running)
                   '("Work")))))

(step "shutdown and exit"
  (expect (null (ask :shutdown)))
  (expect (equal (car (failure :Status)) -32600))
  (jsonrpc-notify server :exit nil)
  (let ((process (jsonrpc--process server)))
    (wait-for "exit" (lambda () (not (process-live-p process))))
    (expect (equal (process-exit-status process) 0)))
  (expect (equal (children) nil)))

;;; emacs-jsonrpc.el ends here
