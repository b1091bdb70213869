// Makes a BLS key and a signature as Ethereum has them, and verifies it: curvemark from C#.
//
//     mcs Verify.cs && LD_LIBRARY_PATH=$HOME/curvemark/lib mono Verify.exe
//
// In a project of .NET this file is the program as it stands.

using System;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;

static class Verify
{
    const int Ok = 0, NotValid = 1;
    const uint MinPk = 0;

    // Functions of curvemark.h, which says what each does. UIntPtr is size_t.
    [DllImport("curvemark")]
    static extern IntPtr curvemark_status_text(int status);

    [DllImport("curvemark")]
    static extern int curvemark_bls_key_gen(byte[] material, UIntPtr materialLen, byte[] info,
        UIntPtr infoLen, byte[] secretKey, UIntPtr secretKeyLen);

    [DllImport("curvemark")]
    static extern int curvemark_bls_public_key(uint scheme, byte[] secretKey, UIntPtr secretKeyLen,
        byte[] publicKey, UIntPtr publicKeyLen);

    [DllImport("curvemark")]
    static extern int curvemark_bls_sign(uint scheme, byte[] secretKey, UIntPtr secretKeyLen,
        byte[] message, UIntPtr messageLen, byte[] signature, UIntPtr signatureLen);

    [DllImport("curvemark")]
    static extern int curvemark_bls_verify(uint scheme, byte[] publicKey, UIntPtr publicKeyLen,
        byte[] message, UIntPtr messageLen, byte[] signature, UIntPtr signatureLen);

    static UIntPtr Size(byte[] bytes) { return (UIntPtr)bytes.Length; }

    static void Check(int status)
    {
        if (status != Ok)
            throw new ArgumentException(Marshal.PtrToStringAnsi(curvemark_status_text(status)));
    }

    /// Whether a signature holds. Malformed keys and signatures are exceptions.
    static bool Holds(byte[] publicKey, byte[] message, byte[] signature)
    {
        int status = curvemark_bls_verify(MinPk, publicKey, Size(publicKey), message,
            Size(message), signature, Size(signature));
        if (status != NotValid) Check(status);
        return status == Ok;
    }

    static int Main()
    {
        byte[] material = new byte[32], secretKey = new byte[32];
        byte[] publicKey = new byte[48], signature = new byte[96];
        byte[] message = Encoding.UTF8.GetBytes("a message");
        using (var random = RandomNumberGenerator.Create()) random.GetBytes(material);
        try
        {
            Check(curvemark_bls_key_gen(material, Size(material), null, UIntPtr.Zero, secretKey,
                Size(secretKey)));
            Check(curvemark_bls_public_key(MinPk, secretKey, Size(secretKey), publicKey,
                Size(publicKey)));
            Check(curvemark_bls_sign(MinPk, secretKey, Size(secretKey), message, Size(message),
                signature, Size(signature)));
        }
        finally
        {
            Array.Clear(material, 0, material.Length);
            Array.Clear(secretKey, 0, secretKey.Length);
        }
        if (!Holds(publicKey, message, signature)) return 1;
        if (Holds(publicKey, Encoding.UTF8.GetBytes("another"), signature)) return 2;
        Console.WriteLine("the signature holds");
        return 0;
    }
}
