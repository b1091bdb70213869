curvemark wallet mnemonic words
curvemark wallet seed --words words seed.hex
curvemark wallet derive --seed seed.hex --path m/84h/0h/0h \
    account.xprv > account.xpub
curvemark wallet child --key @account.xpub --path m/0/0
