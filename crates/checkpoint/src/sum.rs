//! CRC-32 (ISO-HDLC, as in zlib), eight bytes at a time.

const POLYNOMIAL: u32 = 0xedb8_8320;

/// By how far a byte is from the end of eight, and by its value.
const TABLES: [[u32; 256]; 8] = tables();

const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            sum = sum >> 1 ^ if sum & 1 == 1 { POLYNOMIAL } else { 0 };
            bit += 1;
        }
        tables[0][byte] = sum;
        byte += 1;
    }
    let mut far = 1;
    while far < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[far - 1][byte];
            tables[far][byte] = before >> 8 ^ tables[0][(before & 0xff) as usize];
            byte += 1;
        }
        far += 1;
    }
    tables
}

/// The sum of bytes that come piece by piece.
#[derive(Clone, Copy)]
pub struct Sum(u32);

impl Default for Sum {
    fn default() -> Sum {
        Sum(u32::MAX)
    }
}

impl Sum {
    pub fn of(bytes: &[u8]) -> u32 {
        Sum::default().with(bytes).value()
    }

    pub fn with(self, bytes: &[u8]) -> Sum {
        let mut sum = self.0;
        let (eights, rest) = bytes.as_chunks::<8>();
        for eight in eights {
            let number = u64::from_le_bytes(*eight) ^ u64::from(sum);
            sum = (0..8).fold(0, |all, at| {
                all ^ TABLES[7 - at][(number >> (8 * at) & 0xff) as usize]
            });
        }
        for &byte in rest {
            sum = sum >> 8 ^ TABLES[0][((sum ^ u32::from(byte)) & 0xff) as usize];
        }
        Sum(sum)
    }

    pub fn value(self) -> u32 {
        !self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_usual_sum_however_the_bytes_come() {
        assert_eq!(Sum::of(b"123456789"), 0xcbf4_3926);
        assert_eq!(Sum::of(b""), 0);
        let bytes: Vec<u8> = (0..1000u32)
            .map(|n| (n.wrapping_mul(n) / 8) as u8)
            .collect();
        for cut in [0, 1, 7, 8, 9, 500, 999] {
            let (one, other) = bytes.split_at(cut);
            let sum = Sum::default().with(one).with(other).value();
            assert_eq!(sum, Sum::of(&bytes), "{cut}");
        }
    }
}
