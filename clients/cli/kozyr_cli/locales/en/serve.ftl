serve-help =
    Run a server, with a store of its own or over --redis URL.

    Every option can also be set in the environment (--log-level is KOZYR_LOG_LEVEL) and in a file (log_level); a flag goes before the environment, that before the file.

serve-not-installed = { $package } is missing: install the server with pip install 'kozyr[server]'
serve-label-kozyr = kozyr
serve-label-store = store
serve-label-durability = durability
serve-label-sockets = sockets
serve-label-config = config
serve-label-workers = workers
serve-label-admin = admin
serve-label-archive = archive
serve-at = { $url }  (Ctrl-C stops it)
serve-store-in = { $store }, in { $folder }
serve-durability-always = always: an acknowledged action is on disk
serve-durability-everysec = everysec: a power cut can lose the last second, a killed process nothing
serve-durability-unverified = unverified: whatever the store is set to
serve-admin = { $url }/admin  token in { $file }
