//! Texts: strings and characters, their methods and builders; texts of other values (`str(x)`, `repr(x)`), and
//! formatting.
pub mod rformat;
pub mod rstr;
pub mod rstrbuilder;
pub mod rstrmethods;
pub mod rtext;
