;;; mcp-hub.el --- Minuta for mcp.el  -*- lexical-binding: t; -*-
(setq mcp-hub-servers '(("minuta" . (:command "minuta" :args ("rpc")))))
