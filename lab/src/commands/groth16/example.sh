curvemark groth16 setup --insecure-test --constraints 20 --out test
curvemark groth16 prove test/circuit.zkey test/witness.wtns \
    --public public.json > proof.json
curvemark groth16 key test/circuit.zkey > vk.json
curvemark groth16 verify vk.json proof.json public.json
